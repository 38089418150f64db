import type { ChangedFile } from "../../languages/file-tree.js";
import type { TreeEntry } from "./tree-listing.js";

/** The differences between two trees, by content and mode. A rename is a deletion and a creation. */
export function diffTrees(base: readonly TreeEntry[], head: readonly TreeEntry[]): ChangedFile[] {
  const before = new Map(base.map((entry) => [entry.path, entry]));
  const after = new Map(head.map((entry) => [entry.path, entry]));
  const written = head.flatMap(({ path, mode, blob }): ChangedFile[] => {
    const old = before.get(path);
    if (old === undefined) return [{ path, action: "CREATE", mode, blob }];
    return old.blob === blob && old.mode === mode ? [] : [{ path, action: "MODIFY", mode, blob }];
  });
  const gone = base
    .filter(({ path }) => !after.has(path))
    .map(({ path }): ChangedFile => ({ path, action: "DELETE", mode: null, blob: null }));
  return [...written, ...gone].sort((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0));
}
