/** Changes some paths of a tree. Only the folders on these paths are written again. */
import type { TreeEntry } from "./objects.js";
import { typeOfMode } from "./objects.js";

/** A change of one path: `sha: null` deletes it. */
export type PathChange = { readonly path: string; readonly mode: string; readonly sha: string | null };

export type Trees = {
  read(sha: string): Promise<readonly TreeEntry[] | undefined>;
  write(entries: readonly TreeEntry[]): Promise<string>;
};

/** Undefined when nothing is left: git has no empty folders. */
async function changeFolder(
  trees: Trees,
  base: string | undefined,
  changes: readonly PathChange[],
): Promise<string | undefined> {
  const entries = new Map(
    ((base === undefined ? undefined : await trees.read(base)) ?? []).map((entry) => [entry.path, entry]),
  );
  const below = new Map<string, PathChange[]>();
  for (const change of changes) {
    const slash = change.path.indexOf("/");
    if (slash === -1) {
      if (change.sha === null) entries.delete(change.path);
      else entries.set(change.path, { ...change, sha: change.sha, type: typeOfMode(change.mode) });
      continue;
    }
    const folder = change.path.slice(0, slash);
    below.set(folder, [...(below.get(folder) ?? []), { ...change, path: change.path.slice(slash + 1) }]);
  }
  for (const [folder, inside] of below) {
    const known = entries.get(folder);
    const sha = await changeFolder(trees, known?.type === "tree" ? known.sha : undefined, inside);
    if (sha === undefined) {
      if (known?.type === "tree") entries.delete(folder);
    } else entries.set(folder, { path: folder, mode: "040000", type: "tree", sha });
  }
  return entries.size === 0 ? undefined : trees.write([...entries.values()]);
}

export async function changeTree(trees: Trees, base: string | null, changes: readonly PathChange[]): Promise<string> {
  return (await changeFolder(trees, base ?? undefined, changes)) ?? trees.write([]);
}
