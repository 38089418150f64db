/** A state branch and a default branch in memory, as far as jobs read them. */
import type { FactoryState } from "../../src/domain/factory/factory-state.js";
import { gitBlobSha } from "../../src/domain/hash.js";
import type { Sha } from "../../src/domain/ids.js";
import type { RepositoryReader, RepositoryRef, StateStore } from "../../src/ports.js";

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
    blobs: async (_, wanted) => new Map(wanted.map(({ blob }) => [blob, blobs.get(blob) ?? null])),
    changedFiles: async () => ({ kind: "listed", changes: [] }),
    commit: async () => ({ parents: [], key: null }),
    versionTags: async () => new Map(Object.entries(tags)),
  };
}
