import { folderOf } from "../../paths.js";
import { resolvePython } from "../imports/resolve-python.js";
import { isPython } from "../python-language.js";
import { type PythonFile, type PythonImport, readPythonFile } from "./python-file.js";

/** The Python files among some sources, and the resolution of their imports. */
export type PythonFiles = {
  readonly paths: readonly string[];
  read(path: string): PythonFile | undefined;
  resolve(from: string, specifier: string): string | undefined;
};

/** The meaning of a name: something declared in a file, or a module as `from` would import it. */
export type PythonThing =
  | { readonly kind: "declared"; readonly file: string; readonly name: string }
  | { readonly kind: "module"; readonly from: string; readonly specifier: string };

/** Each file is read once, on first use. For unrelated files only the path is used. */
export function openPythonFiles(
  sources: ReadonlyMap<string, string>,
  matters: (path: string) => boolean = () => true,
): PythonFiles {
  const known = new Map<string, PythonFile | undefined>();
  const has = (path: string) => sources.has(path);
  return {
    paths: [...sources.keys()].filter((path) => isPython(path) && matters(path)),
    read: (path) => {
      const text = isPython(path) && matters(path) ? sources.get(path) : undefined;
      if (text !== undefined && !known.has(path)) known.set(path, readPythonFile(text));
      return known.get(path);
    },
    resolve: (from, specifier) => {
      const starts = specifier.startsWith(".") ? [from] : foldersAbove(from).map((folder) => `${folder}/_.py`);
      return [from, ...starts]
        .map((start) => resolvePython(start, specifier, { has }))
        .find((path) => path !== undefined);
    },
  };
}

/** A path may begin at any folder above the file: a repository can hold several projects, each with its own root. */
function foldersAbove(path: string): string[] {
  const folder = folderOf(path);
  return folder === "" ? [] : [folder, ...foldersAbove(folder)];
}

/** The meaning of a top-level name, through any imports. A cycle gives nothing, and a failed search is not repeated. */
export function findExport(
  path: string,
  name: string,
  files: PythonFiles,
  visited: Set<string> = new Set(),
): PythonThing | undefined {
  const file = files.read(path);
  const key = `${path}:${name}`;
  if (file === undefined || visited.has(key)) return undefined;
  if (file.declared.some((declared) => declared.name === name)) return { kind: "declared", file: path, name };
  visited.add(key);
  const imported = file.imports.find(({ local, top }) => top && local === name);
  if (imported !== undefined) return boundTo(path, imported, files, visited);
  return throughStars(path, name, files, visited);
}

/** The meaning of the name that an import binds. */
export function boundTo(
  path: string,
  { specifier, imported }: PythonImport,
  files: PythonFiles,
  visited: Set<string> = new Set(),
): PythonThing | undefined {
  const module = { kind: "module", from: path, specifier } as const;
  return imported === null ? module : memberOf(module, imported, files, visited);
}

/** A star import brings the public names of the other file. */
export function throughStars(
  path: string,
  name: string,
  files: PythonFiles,
  visited: Set<string> = new Set(),
): PythonThing | undefined {
  for (const specifier of files.read(path)?.stars ?? []) {
    const target = files.resolve(path, specifier);
    const all = target === undefined ? undefined : files.read(target)?.all;
    const isPublic = all === undefined ? !name.startsWith("_") : all.includes(name);
    const found = target === undefined || !isPublic ? undefined : findExport(target, name, files, visited);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The meaning of `module.name`: a name of its file, or a module below it. */
export function memberOf(
  { from, specifier }: Extract<PythonThing, { kind: "module" }>,
  name: string,
  files: PythonFiles,
  visited: Set<string> = new Set(),
): PythonThing | undefined {
  const file = files.resolve(from, specifier);
  const found = file === undefined ? undefined : findExport(file, name, files, visited);
  if (found !== undefined) return found;
  const below = specifier.endsWith(".") ? `${specifier}${name}` : `${specifier}.${name}`;
  // A folder without __init__.py is a package, too, without a file of its own.
  const isModule = file === undefined || files.resolve(from, below) !== undefined;
  return isModule ? { kind: "module", from, specifier: below } : undefined;
}
