import type { AvailableExport, ExportKind } from "../domain/enforcement/execution-context.js";
import type { ModuleRef } from "../domain/ids.js";
import { scriptExportsOf } from "./javascript/surface/script-exports.js";
import { openScriptFiles } from "./javascript/surface/script-files.js";
import { pythonExportsOf } from "./python/surface/python-exports.js";
import { openPythonFiles } from "./python/surface/python-files.js";
import { isPython } from "./python/surface/with-python.js";
import { withinBounds } from "./within-bounds.js";

/** Sources by path. */
export type Sources = ReadonlyMap<string, string>;

/** A name that a file exports, and where it was declared: `original` in `file`. */
export type FoundExport = {
  readonly name: string;
  readonly kind: ExportKind;
  readonly file: string;
  readonly original: string;
};

/**
 * What a file exports, found by the compiler, or in Python by its grammar: declarations, aliases, defaults, and whatever comes through re-exports
 * from files among `sources`. A name that comes from elsewhere counts as a const of this file. Nothing where no reader gets through.
 */
export function exportsOf(path: string, sources: Sources): FoundExport[] {
  if (isPython(path)) return pythonExportsOf(path, openPythonFiles(sources));
  return withinBounds(() => scriptExportsOf(path, openScriptFiles(sources))) ?? [];
}

export type ExportsQuestion = {
  readonly module: ModuleRef;
  readonly entry: string;
  readonly sources: Sources;
  /** What stands behind `from` in an import of this module. */
  readonly from: string;
};

/** What a shipped module leaves to the next (requirements.md#context-accumulation): the exports of its entry, verified to exist. */
export function availableExports({ module, entry, sources, from }: ExportsQuestion): AvailableExport[] {
  return exportsOf(entry, sources).map(({ name, kind, file }) => ({
    name,
    from,
    type: kind,
    created_by: module,
    file,
  }));
}
