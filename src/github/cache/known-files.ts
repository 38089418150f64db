import type { Sha } from "../../domain/ids.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import { boundedMap } from "./bounded-map.js";

/** Files of a state branch by commit. A commit never changes, so its files are read once. */
export type KnownFiles = {
  at(repository: number, head: Sha): ReadonlyMap<string, string>;
  learn(repository: number, head: Sha, files: ReadonlyMap<string, string>): void;
  /** Our own next commit: files that it does not write are unchanged. */
  follow(
    repository: number,
    commit: { readonly parent: Sha; readonly head: Sha; readonly files: readonly FileToWrite[] },
  ): void;
};

/** The number of files that are kept per commit, so that a long run does not keep every answer. */
const MAX_FILES = 100;
const NOTHING: ReadonlyMap<string, string> = new Map();

export function createKnownFiles(): KnownFiles {
  const commits = boundedMap<ReadonlyMap<string, string>>();
  const keyOf = (repository: number, head: Sha) => `${repository}:${head}`;
  const at = (repository: number, head: Sha) => commits.get(keyOf(repository, head)) ?? NOTHING;
  const keep = (repository: number, head: Sha, files: readonly (readonly [string, string])[]) =>
    commits.set(keyOf(repository, head), new Map([...new Map(files)].slice(-MAX_FILES)));
  return {
    at,
    learn: (repository, head, files) => keep(repository, head, [...at(repository, head), ...files]),
    follow(repository, { parent, head, files }) {
      const written = files.map(({ path, text }) => [path, text] as const);
      const isWritten = new Set(files.map(({ path }) => path));
      const before = [...at(repository, parent)].filter(([path]) => !isWritten.has(path));
      keep(repository, head, [...before, ...written]);
    },
  };
}
