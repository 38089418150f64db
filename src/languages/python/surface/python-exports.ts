import type { FoundExport, Sources } from "../../exports/found-export.js";
import { findExport, openPythonFiles, type PythonFiles, type PythonThing } from "./python-files.js";

/** The public names of a Python file among some sources. */
export function exportsOfPython(path: string, sources: Sources): FoundExport[] {
  return pythonExportsOf(path, openPythonFiles(sources));
}

/**
 * The public names of a Python file: `__all__`, otherwise the declared names without a leading underscore. A package
 * also has what its `__init__.py` imports from the repository's own files.
 */
export function pythonExportsOf(path: string, files: PythonFiles): FoundExport[] {
  return [...offeredNames(path, files, new Set())].map((name) => {
    const thing = findExport(path, name, files);
    return thing?.kind === "declared"
      ? { name, kind: kindOf(thing, files), file: thing.file, original: thing.name }
      : { name, kind: "const", file: path, original: name };
  });
}

/** A file that is reached by two paths is read once. */
function offeredNames(path: string, files: PythonFiles, visited: Set<string>): Set<string> {
  const file = visited.has(path) ? undefined : files.read(path);
  visited.add(path);
  if (file === undefined) return new Set();
  if (file.all !== undefined) return new Set(file.all);
  const isPackage = /(?:^|\/)__init__\.py$/.test(path);
  const gathered = file.imports.filter(({ top, local, imported }) => {
    return isPackage && top && imported !== null && isOurs(findExport(path, local, files), files);
  });
  const through = file.stars.flatMap((specifier) => {
    const target = files.resolve(path, specifier);
    return target === undefined ? [] : [...offeredNames(target, files, visited)];
  });
  const names = [...file.declared.map(({ name }) => name), ...gathered.map(({ local }) => local), ...through];
  return new Set(names.filter((name) => !name.startsWith("_")));
}

function isOurs(thing: PythonThing | undefined, files: PythonFiles): boolean {
  if (thing?.kind !== "module") return thing !== undefined;
  return files.resolve(thing.from, thing.specifier) !== undefined;
}

function kindOf({ file, name }: Extract<PythonThing, { kind: "declared" }>, files: PythonFiles): FoundExport["kind"] {
  return files.read(file)?.declared.find((declared) => declared.name === name)?.kind ?? "const";
}
