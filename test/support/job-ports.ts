/** A state branch and a default branch in memory, with what jobs read of them. */

import { STATE_PATH } from "../../src/domain/gates/state-paths.js";
import { gitBlobSha } from "../../src/domain/hash.js";
import type { Sha } from "../../src/domain/ids.js";
import { orThrow } from "../../src/domain/refusal.js";
import { FactoryState } from "../../src/engine/factory-state.js";
import type { CommitResult, RepositoryReader, RepositoryRef, StateCommit, StateStore } from "../../src/engine/ports.js";
import { readYaml } from "../../src/yaml/yaml.js";

export const REPOSITORY: RepositoryRef = { id: 7, installation: 1, owner: "acme", name: "product" };

export function storeOf(state: FactoryState | null, files: Readonly<Record<string, string>> = {}): StateStore {
  const refuse = () => Promise.reject(new Error("jobs do not write the state"));
  return {
    recall: () => undefined,
    forget: () => {},
    load: async () => (state === null ? { kind: "none" } : { kind: "loaded", head: "e".repeat(40), state }),
    read: async (_, __, paths) =>
      new Map(paths.flatMap((path) => (files[path] === undefined ? [] : [[path, files[path]] as const]))),
    commit: refuse,
    readBlob: refuse,
  };
}

/**
 * The same, with what jobs commit there. `before` runs before each commit and returns whether the commit loses its
 * race.
 */
export function writableStore(
  state: FactoryState,
  files: Readonly<Record<string, string>> = {},
  before: () => FactoryState | undefined = () => undefined,
) {
  const commits: StateCommit[] = [];
  let known = state;
  const head = () => String(commits.length).padStart(40, "e");
  const commit = async (_: RepositoryRef, made: StateCommit): Promise<CommitResult> => {
    const theirs = before();
    known = theirs ?? known;
    if (theirs !== undefined || made.expectedHead !== head()) return { kind: "lost-race" };
    const text = made.files.find(({ path }) => path === STATE_PATH)?.text ?? "";
    known = orThrow(readYaml(STATE_PATH, text, FactoryState));
    commits.push(made);
    return { kind: "committed", head: head() };
  };
  const load = async () => ({ kind: "loaded", head: head(), state: known }) as const;
  return { store: { ...storeOf(state, files), load, commit }, commits, state: () => known };
}

export function readerOf(
  files: Readonly<Record<string, string>>,
  tags: Readonly<Record<string, Sha>> = {},
): RepositoryReader {
  const blobs = new Map(Object.values(files).map((text) => [gitBlobSha(text), text]));
  return {
    tree: async () =>
      Object.entries(files).map(([path, text]) => ({
        path,
        blob: gitBlobSha(text),
        size: text.length,
        mode: "100644",
      })),
    blob: async (_, blob) => blobs.get(blob) ?? Promise.reject(new Error(`there is no blob ${blob}`)),
    blobs: async (_, query) => new Map(query.map(({ blob }) => [blob, blobs.get(blob) ?? null])),
    changedFiles: async () => ({ kind: "listed", changes: [] }),
    commit: async () => ({ parents: [], key: null }),
    versionTags: async () => new Map(Object.entries(tags)),
  };
}
