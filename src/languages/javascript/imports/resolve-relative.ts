import type { FileTree } from "../../file-tree.js";
import { folderOf, joinPath } from "../../paths.js";

type Existence = Pick<FileTree, "has">;

const EXTENSIONS = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "d.ts", "d.mts", "d.cts", "json"];

/** A TypeScript file, and a declaration of code that is not here, is imported by the name of its compiled JavaScript. */
const SOURCES_OF: ReadonlyMap<string, readonly string[]> = new Map([
  ["js", ["ts", "tsx", "d.ts"]],
  ["jsx", ["tsx", "d.ts"]],
  ["mjs", ["mts", "d.mts"]],
  ["cjs", ["cts", "d.cts"]],
]);

/** The file that a relative import in JavaScript or TypeScript refers to, or undefined. */
export function resolveRelative(from: string, specifier: string, tree: Existence): string | undefined {
  const path = joinPath(folderOf(from), specifier);
  return path === undefined ? undefined : resolveFile(path, tree);
}

/** The file for a path without an extension or with another one: itself, its source, or a folder's index. */
export function resolveFile(path: string, tree: Existence): string | undefined {
  return candidates(path).find((candidate) => tree.has(candidate));
}

function candidates(path: string): string[] {
  const dot = path.lastIndexOf(".");
  const sources = SOURCES_OF.get(path.slice(dot + 1)) ?? [];
  const inFolder = path === "" ? "index" : `${path}/index`;
  return [
    ...(path === "" ? [] : [path]),
    ...sources.map((extension) => `${path.slice(0, dot)}.${extension}`),
    ...(path === "" ? [] : EXTENSIONS.map((extension) => `${path}.${extension}`)),
    ...EXTENSIONS.map((extension) => `${inFolder}.${extension}`),
  ];
}
