/** The paths that differ between two trees, found through cached trees: a push asks for those of each of its commits. */
import type { TreeEntry } from "./objects.js";

export type ChangedPaths = { readonly added: string[]; readonly removed: string[]; readonly modified: string[] };

type ReadTree = (sha: string) => Promise<readonly TreeEntry[] | undefined>;

/** `undefined` is the empty tree. Renames count as removed and added; every list is in git's order. */
export async function changedPaths(
  read: ReadTree,
  from: string | undefined,
  to: string | undefined,
): Promise<ChangedPaths> {
  const changed: ChangedPaths = { added: [], removed: [], modified: [] };
  await compare(read, changed, { from, to, below: "" });
  for (const paths of [changed.added, changed.removed, changed.modified]) paths.sort(byBytes);
  return changed;
}

type Folder = { readonly from: string | undefined; readonly to: string | undefined; readonly below: string };

async function compare(read: ReadTree, changed: ChangedPaths, { from, to, below }: Folder): Promise<void> {
  const [old, now] = [await entriesOf(read, from), await entriesOf(read, to)];
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [before, after] = [old.get(name), now.get(name)];
    if (before?.sha === after?.sha && before?.mode === after?.mode) continue;
    const path = `${below}${name}`;
    const [folderBefore, folderAfter] = [before?.type === "tree", after?.type === "tree"];
    if (folderBefore || folderAfter)
      await compare(read, changed, {
        from: folderBefore ? before?.sha : undefined,
        to: folderAfter ? after?.sha : undefined,
        below: `${path}/`,
      });
    const [fileBefore, fileAfter] = [before !== undefined && !folderBefore, after !== undefined && !folderAfter];
    if (fileBefore && fileAfter) changed.modified.push(path);
    else if (fileBefore) changed.removed.push(path);
    else if (fileAfter) changed.added.push(path);
  }
}

async function entriesOf(read: ReadTree, sha: string | undefined): Promise<ReadonlyMap<string, TreeEntry>> {
  const entries = sha === undefined ? [] : ((await read(sha)) ?? []);
  return new Map(entries.map((entry) => [entry.path, entry]));
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
