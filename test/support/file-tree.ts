import { createHash } from "node:crypto";
import type { ChangedFile, FileTree } from "../../src/languages/file-tree.js";

/** A tree of texts with the blob SHAs that git computes. */
export function aFileTree(files: Readonly<Record<string, string>> = {}): FileTree {
  return {
    has: (path) => Object.hasOwn(files, path),
    read: (path) => (Object.hasOwn(files, path) ? files[path] : undefined),
    paths: () => Object.keys(files),
    blob: (path) => (Object.hasOwn(files, path) ? blobOf(files[path] ?? "") : undefined),
  };
}

function blobOf(text: string): string {
  return createHash("sha1")
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest("hex");
}

/** The changed files between two trees. */
export function diffOf(base: FileTree, head: FileTree): ChangedFile[] {
  const paths = [...new Set([...base.paths(), ...head.paths()])].sort();
  return paths.flatMap((path): ChangedFile[] => {
    const [before, after] = [base.blob(path), head.blob(path)];
    if (before === after) return [];
    if (after === undefined) return [{ path, action: "DELETE", mode: null, blob: null }];
    return [{ path, action: before === undefined ? "CREATE" : "MODIFY", mode: "100644", blob: after }];
  });
}
