import ts from "typescript";
import type { AvailableExport, ExportKind } from "../../domain/enforcement/execution-context.js";
import type { ModuleRef } from "../../domain/ids.js";
import { declaredNames } from "./declared-names.js";
import { importedNames } from "./imported-names.js";
import { parseSource } from "./parse-source.js";
import { pythonExportsOf } from "./python/python-exports.js";
import { openPythonFiles } from "./python/python-files.js";
import { isPython } from "./python/with-python.js";
import { resolveImport } from "./resolve-import.js";

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
 * from files among `sources`. A name that comes from elsewhere counts as a const of this file.
 */
export function exportsOf(path: string, sources: Sources, onTheWay: ReadonlySet<string> = new Set()): FoundExport[] {
  if (isPython(path)) return pythonExportsOf(path, openPythonFiles(sources));
  const source = onTheWay.has(path) ? undefined : parseSource(path, sources.get(path) ?? "");
  if (source === undefined) return [];
  const reader: Reader = { path, source, sources, onTheWay: new Set([...onTheWay, path]) };
  const declared = declaredNames(source).flatMap(({ name, kind, exportedAs }) =>
    exportedAs.map((exported) => ({
      name: exported,
      kind,
      file: path,
      original: exported === "default" ? "default" : name,
    })),
  );
  const stated = source.statements.flatMap((statement) => {
    if (ts.isExportAssignment(statement)) return [assignedExport(statement, reader)];
    return ts.isExportDeclaration(statement) ? declarationExports(statement, reader) : [];
  });
  return distinct([...declared, ...stated]);
}

export type ExportsQuestion = {
  readonly module: ModuleRef;
  readonly entry: string;
  readonly sources: Sources;
  /** What stands behind `from` in an import of this module. */
  readonly from: string;
};

/** What a shipped module leaves to the next (seed 000, layer 4): the exports of its entry, verified to exist. */
export function availableExports({ module, entry, sources, from }: ExportsQuestion): AvailableExport[] {
  return exportsOf(entry, sources).map(({ name, kind, file }) => ({
    name,
    from,
    type: kind,
    created_by: module,
    file,
  }));
}

type Reader = {
  readonly path: string;
  readonly source: ts.SourceFile;
  readonly sources: Sources;
  readonly onTheWay: ReadonlySet<string>;
};

function assignedExport({ expression }: ts.ExportAssignment, reader: Reader): FoundExport {
  const name = "default";
  if (ts.isIdentifier(expression)) return { ...localExport(expression.text, reader), name };
  const kind =
    ts.isArrowFunction(expression) || ts.isFunctionExpression(expression)
      ? "function"
      : ts.isClassExpression(expression)
        ? "class"
        : "const";
  return { name, kind, file: reader.path, original: name };
}

function declarationExports({ exportClause, moduleSpecifier }: ts.ExportDeclaration, reader: Reader): FoundExport[] {
  const specifier =
    moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
  const elsewhere = specifier === undefined ? undefined : exportsOfImport(specifier, reader);
  // `export *` leaves the default behind.
  if (exportClause === undefined) return (elsewhere ?? []).filter(({ name }) => name !== "default");
  if (ts.isNamespaceExport(exportClause)) return [hereAsConst(exportClause.name.text, reader)];
  return exportClause.elements.map((element) => {
    const name = element.name.text;
    const original = (element.propertyName ?? element.name).text;
    if (specifier === undefined) return { ...localExport(original, reader), name };
    return { ...(elsewhere?.find((found) => found.name === original) ?? hereAsConst(name, reader)), name };
  });
}

/** A name of this file: declared here, or imported and passed on. */
function localExport(local: string, reader: Reader): FoundExport {
  const declared = declaredNames(reader.source).find(({ name }) => name === local);
  if (declared !== undefined) return { name: local, kind: declared.kind, file: reader.path, original: local };
  const imported = importedNames(reader.source).find((candidate) => candidate.local === local);
  const found =
    imported === undefined
      ? undefined
      : exportsOfImport(imported.specifier, reader)?.find(({ name }) => name === imported.imported);
  return found ?? hereAsConst(local, reader);
}

function exportsOfImport(specifier: string, { path, sources, onTheWay }: Reader): FoundExport[] | undefined {
  const target = resolveImport(path, specifier, (candidate) => sources.has(candidate));
  return target === undefined ? undefined : exportsOf(target, sources, onTheWay);
}

function hereAsConst(name: string, { path }: Reader): FoundExport {
  return { name, kind: "const", file: path, original: name };
}

/** Overloads and merged declarations are one name; the first tells its kind. */
function distinct(exports: readonly FoundExport[]): FoundExport[] {
  const byName = new Map<string, FoundExport>();
  for (const found of exports) if (!byName.has(found.name)) byName.set(found.name, found);
  return [...byName.values()];
}
