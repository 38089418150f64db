import type { FileTree } from "../../file-tree.js";
import { folderOf, joinPath } from "../../paths.js";

/** The usual base folders of absolute imports, below the root and below every folder above the importing file. */
const ROOTS = ["", "src", "lib", "python", "tests", "test"];
/** A module, a package, and what stands for compiled code. */
const FORMS = [".py", "/__init__.py", ".pyi", "/__init__.pyi", ".pyx"];

/** The file that an import refers to, as `a/b.py` or `a/b/__init__.py`; undefined if it is not in the repository. */
export function resolvePython(
  from: string,
  specifier: string,
  tree: Pick<FileTree, "has">,
  roots: readonly string[] = [],
): string | undefined {
  const path = pathOf(specifier);
  return foldersFor(from, specifier, roots)
    .flatMap((folder) => {
      const base = [folder, path].filter((part) => part !== "").join("/");
      return base === "" ? ["__init__.py"] : FORMS.map((form) => `${base}${form}`);
    })
    .find((candidate) => tree.has(candidate));
}

/** The folders where an import may begin, in the order in which they are asked. */
export function foldersFor(from: string, specifier: string, roots: readonly string[] = []): string[] {
  const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
  if (dots > 0) {
    const folder = joinPath(folderOf(from), "../".repeat(dots - 1));
    return folder === undefined ? [] : [folder];
  }
  const here = folderOf(from);
  const above = foldersAbove(here).filter((folder) => folder !== "");
  const below = above.flatMap((folder) => ROOTS.map((root) => (root === "" ? folder : `${folder}/${root}`)));
  return [...new Set([here, ...ROOTS, ...roots, ...below])];
}

export function pathOf(specifier: string): string {
  return specifier
    .split(".")
    .filter((part) => part !== "")
    .join("/");
}

function foldersAbove(folder: string): string[] {
  return folder === "" ? [""] : [folder, ...foldersAbove(folderOf(folder))];
}
