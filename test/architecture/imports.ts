import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/** One import statement: the file that has it and what it names. */
export type Import = { readonly file: string; readonly specifier: string };

export function sourceFiles(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.split(path.sep).join("/"))
    .sort();
}

/** Static imports, re-exports, dynamic imports and import types, found by the compiler rather than by a pattern. */
export function importsOf(root: string, file: string): Import[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(path.join(root, file), "utf8"), true, true);
  return importedFiles.map(({ fileName }) => ({ file, specifier: fileName }));
}

/**
 * The room a file of src/ is in: the deepest folder above it that has a row, else its first folder, or its own name at the
 * top. What is not compiled is named from beside src/.
 */
export function roomOf(file: string, rooms: readonly string[]): string {
  const inside = file.replace(/^\.\.\/src\//, "");
  const known = rooms.filter((room) => inside.startsWith(`${room}/`)).sort((one, other) => other.length - one.length);
  const [first = "", ...rest] = inside.split("/");
  return known[0] ?? (rest.length > 0 ? first : first.replace(/\.[jt]s$/, ""));
}
