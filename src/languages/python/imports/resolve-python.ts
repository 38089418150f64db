import type { FileTree } from "../../file-tree.js";
import { folderOf, joinPath } from "../../paths.js";

/** The base folders of absolute imports, besides the importing file's own. */
const ROOTS = ["", "src", "lib", "tests", "test"];

/** The file that an import refers to, as `a/b.py` or `a/b/__init__.py`; undefined if it is not in the repository. */
export function resolvePython(from: string, specifier: string, tree: Pick<FileTree, "has">): string | undefined {
  const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
  const path = specifier
    .slice(dots)
    .split(".")
    .filter((part) => part !== "")
    .join("/");
  const folders = dots > 0 ? [joinPath(folderOf(from), "../".repeat(dots - 1))] : [folderOf(from), ...ROOTS];
  return folders
    .filter((folder) => folder !== undefined)
    .flatMap((folder) => {
      const base = [folder, path].filter((part) => part !== "").join("/");
      return base === "" ? ["__init__.py"] : [`${base}.py`, `${base}/__init__.py`];
    })
    .find((candidate) => tree.has(candidate));
}
