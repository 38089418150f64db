import type { FileTree } from "../../languages/file-tree.js";
import type { TestSource } from "./execution.js";

/** A file of a tree as it is put beside a module's tests; null if it is not there. */
export function sourceOf(tree: FileTree, path: string): TestSource | null {
  const text = tree.read(path);
  return text === undefined ? null : { path, text };
}
