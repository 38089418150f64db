import { gitBlobSha } from "../../domain/hash.js";
import type { Sha } from "../../domain/ids.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { TreeEntry } from "../../engine/ports.js";
import { gitTreeSha } from "../commits/tree-sha.js";
import { boundedCache } from "./bounded-cache.js";
import { boundedMap } from "./bounded-map.js";

/** One of our commits: what it changes of its parent, and the tree that GitHub reported. */
export type OwnCommit = {
  readonly parent: Sha;
  readonly head: Sha;
  readonly tree: Sha;
  readonly files: readonly FileToWrite[];
  readonly deletions: readonly string[];
};

/** The files of commits. Each commit is listed once, and the files of our own commits follow from their parents'. */
export type KnownTrees = {
  learn(repository: number, commit: OwnCommit): void;
  get(
    repository: number,
    commit: Sha,
    list: (commit: Sha) => Promise<readonly TreeEntry[]>,
  ): Promise<readonly TreeEntry[]>;
};

/** Git names contents by their hash, so they never have to be read again; only the size is limited. */
const KEPT_TREES = 20;

type Step = Pick<OwnCommit, "parent" | "tree" | "deletions"> & { readonly written: readonly Omit<TreeEntry, "mode">[] };

export function createKnownTrees(): KnownTrees {
  const trees = boundedCache<readonly TreeEntry[]>(KEPT_TREES, () => 1);
  const steps = boundedMap<Step>();
  const get: KnownTrees["get"] = (repository, commit, list) =>
    trees.get(`${repository}:${commit}`, async () => {
      const step = steps.get(`${repository}:${commit}`);
      if (step === undefined) return list(commit);
      const entries = after(await get(repository, step.parent, list), step);
      // The hash proves that GitHub has what we committed.
      return gitTreeSha(entries) === step.tree ? entries : list(commit);
    });
  return {
    learn(repository, { parent, head, tree, files, deletions }) {
      const written = files.map(({ path, text }) => ({ path, blob: gitBlobSha(text), size: Buffer.byteLength(text) }));
      steps.set(`${repository}:${head}`, { parent, tree, deletions, written });
    },
    get,
  };
}

/** A file that is written again keeps its mode and place; a new one is a plain file. */
function after(before: readonly TreeEntry[], { written, deletions }: Step): TreeEntry[] {
  const kept = new Map(before.filter(({ path }) => !deletions.includes(path)).map((entry) => [entry.path, entry]));
  for (const { path, blob, size } of written) {
    kept.set(path, { path, blob, size, mode: kept.get(path)?.mode ?? "100644" });
  }
  return [...kept.values()].sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
}
