import { readFileSync } from "node:fs";
import path from "node:path";
import type { Sha } from "../../domain/ids.js";
import type { FileTree } from "../../languages/file-tree.js";
import { git } from "../run/git.js";
import { parseListing, type TreeEntry } from "./tree-listing.js";

/** A commit with its files in a folder. Contents are read from the folder, names and modes from git. */
export type Checkout = {
  readonly gitDir: string;
  readonly commit: Sha;
  readonly folder: string;
  readonly entries: readonly TreeEntry[];
  readonly tree: FileTree;
};

/** Opens a folder that `actions/checkout` filled. */
export async function openCheckout(folder: string): Promise<Checkout> {
  const gitDir = path.join(folder, ".git");
  const { stdout } = await git(gitDir, ["rev-parse", "HEAD^{commit}"]);
  return openTree({ gitDir, commit: stdout.trim(), folder });
}

/** Opens a commit and writes its files to a folder. */
export async function openTree(at: Pick<Checkout, "gitDir" | "commit" | "folder">): Promise<Checkout> {
  const { stdout } = await git(at.gitDir, ["ls-tree", "-r", "-z", "--full-tree", at.commit]);
  const entries = parseListing(stdout);
  return { ...at, entries, tree: fileTree(at.folder, entries) };
}

/** Links and submodules are not files: their targets are not part of the commit. */
function fileTree(folder: string, entries: readonly TreeEntry[]): FileTree {
  const files = new Map(entries.filter(({ mode }) => mode.startsWith("100")).map((entry) => [entry.path, entry]));
  const paths = [...files.keys()];
  return {
    has: (file) => files.has(file),
    read: (file) => (files.has(file) ? readText(path.join(folder, file)) : undefined),
    paths: () => paths,
    blob: (file) => files.get(file)?.blob,
  };
}

function readText(file: string): string | undefined {
  const bytes = readFileSync(file);
  return bytes.includes(0) ? undefined : bytes.toString("utf8");
}
