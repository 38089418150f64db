import type { GitRepository } from "./git-repository.js";
import type { TreeEntry } from "./objects.js";
import { runGit } from "./run-git.js";

/** GitHub cuts a recursive listing at this length and marks it (decisions.md#github-limits). */
const MAX_ENTRIES = 100_000;

type ListedEntry = TreeEntry & { readonly size?: number };
export type TreeListing = { readonly entries: readonly ListedEntry[]; readonly truncated: boolean };

/** `mode SP type SP sha SP+ size TAB path`, with `-` as the size of a tree. */
const LINE = /^(\d{6}) (blob|tree|commit) ([0-9a-f]{40}) +(\d+|-)\t([\s\S]*)$/;

export async function treeListing(
  git: GitRepository,
  sha: string,
  recursive: boolean,
): Promise<TreeListing | undefined> {
  if (!/^[0-9a-f]{4,40}$/.test(sha)) return undefined;
  const args = ["ls-tree", "-z", "-l", ...(recursive ? ["-r", "-t"] : []), sha];
  const { code, stdout } = await runGit(git.directory, args);
  if (code !== 0) return undefined;
  const lines = stdout.toString().split("\0").slice(0, -1);
  const entries = lines.slice(0, MAX_ENTRIES).map((line): ListedEntry => {
    const [, mode = "", type = "blob", entrySha = "", size = "-", path = ""] = LINE.exec(line) ?? [];
    const entry = { path, mode, type: type as TreeEntry["type"], sha: entrySha };
    return size === "-" ? entry : { ...entry, size: Number(size) };
  });
  return { entries, truncated: lines.length > MAX_ENTRIES };
}

/** The entry at a path. It is found through cached trees, without a process. */
export async function entryAt(git: GitRepository, tree: string, path: string): Promise<TreeEntry | undefined> {
  let entry: TreeEntry = { path: "", mode: "040000", type: "tree", sha: tree };
  for (const name of path.split("/").filter((part) => part !== "")) {
    const entries = entry.type === "tree" ? await git.tree(entry.sha) : undefined;
    const next = entries?.find((candidate) => candidate.path === name);
    if (next === undefined) return undefined;
    entry = next;
  }
  return entry;
}
