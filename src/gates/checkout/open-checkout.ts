import { readFileSync } from "node:fs";
import path from "node:path";
import type { Sha } from "../../domain/ids.js";
import type { FileTree } from "../../languages/file-tree.js";
import { git } from "../run/git.js";
import { parseListing, type TreeEntry } from "./tree-listing.js";

/** A commit whose files lie in a folder: they are read there, and named and compared as git knows them. */
export type Checkout = {
  readonly gitDir: string;
  readonly commit: Sha;
  readonly folder: string;
  readonly entries: readonly TreeEntry[];
  readonly tree: FileTree;
};

/** Opens what `actions/checkout` left in a folder. */
export async function openCheckout(folder: string): Promise<Checkout> {
  const gitDir = path.join(folder, ".git");
  const { stdout } = await git(gitDir, ["rev-parse", "HEAD^{commit}"]);
  return openTree({ gitDir, commit: stdout.trim(), folder });
}

/** Opens a commit whose files were written to a folder. */
export async function openTree(at: Pick<Checkout, "gitDir" | "commit" | "folder">): Promise<Checkout> {
  const { stdout } = await git(at.gitDir, ["ls-tree", "-r", "-z", "--full-tree", at.commit]);
  const entries = parseListing(stdout);
  return { ...at, entries, tree: fileTree(at.folder, entries) };
}

/** Links and submodules are no files: what they point to is not the commit's. */
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
