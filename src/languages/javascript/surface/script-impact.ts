import { ts } from "../../compiler.js";
import type { FoundExport, Sources } from "../../exports/found-export.js";
import type { Impact, ImpactQuestion } from "../../impact.js";
import { othersFirst } from "../../others-first.js";
import { withinBounds } from "../../within-bounds.js";
import { isScript } from "../script-languages.js";
import type { ImportedName } from "./imported-names.js";
import { resolveImport } from "./resolve-import.js";
import { exportsOfScript, scriptExport, scriptExportsOf } from "./script-exports.js";
import { openScriptFiles, type ScriptFiles } from "./script-files.js";

type Place = { readonly file: string; readonly line: number };
type Use = Place & { readonly of: string };
type Importer = { readonly path: string; readonly uses: readonly Use[] };

/**
 * Importers, callers and usages with file and line (requirements.md#impact-analysis), also through barrels and aliases.
 */
export async function analyseScriptImpact({ modified, sources, isSealed }: ImpactQuestion): Promise<Impact> {
  const targets = new Set(modified.filter((path) => sources.has(path) && isScript(path)));
  const files = openScriptFiles(sources);
  const found: Importer[] = [];
  const unreadable: string[] = [];
  for (const path of mayReach(targets, sources)) {
    const read = withinBounds(() => (targets.has(path) ? null : importerOf(path, targets, files)));
    if (read === undefined || files.read(path) === undefined) unreadable.push(path);
    else if (read !== null) found.push(read);
    await othersFirst();
  }
  const open = found.filter(({ path }) => !isSealed(path));
  const declared = [...targets].flatMap((path) => exportsOfScript(path, sources).filter(({ file }) => file === path));
  const placesOf = placesByName(open.flatMap(({ uses }) => uses));
  return {
    analysis: {
      files_affected: open.map(({ path }) => path),
      functions_affected: declared
        .filter(({ kind }) => kind === "function" || kind === "const")
        .map((item) => ({ name: item.name, file: item.file, callers: [...placesOf(item)] })),
      types_affected: declared
        .filter(({ kind }) => kind !== "function" && kind !== "const")
        .map((item) => ({ name: item.name, file: item.file, usages: [...placesOf(item)] })),
    },
    sealedUsers: found.length - open.length,
    unreadable: unreadable.filter((path) => !isSealed(path)),
  };
}

function placesByName(uses: readonly Use[]): (item: FoundExport) => readonly Place[] {
  const byName = new Map<string, Place[]>();
  for (const { of, file, line } of uses) add(byName, of, { file, line });
  return (item) => byName.get(keyOf(item)) ?? [];
}

function add<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

function keyOf({ file, original }: FoundExport): string {
  return `${file}:${original}`;
}

/** A quoted relative path anywhere in the text. It may find too much; the parsed file decides. */
const RELATIVE = /(?=["'`](\.{1,2}(?:\/[^"'`\n]{0,300})?)["'`])/g;

/**
 * The files whose imports can lead to one of these, these included, in the order of the sources. In a large repository
 * most files are unrelated. A text search excludes them without parsing.
 */
function mayReach(targets: ReadonlySet<string>, sources: Sources): string[] {
  const importers = new Map<string, string[]>();
  for (const [path, text] of sources) {
    if (!isScript(path)) continue;
    for (const specifier of new Set([...text.matchAll(RELATIVE)].map(([, quoted = ""]) => quoted))) {
      const target = resolveImport(path, specifier, (candidate) => sources.has(candidate));
      if (target !== undefined) add(importers, target, path);
    }
  }
  const reached = new Set(targets);
  for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer);
  return [...sources.keys()].filter((path) => reached.has(path));
}

/** Null if nothing of it is imported. */
function importerOf(path: string, targets: ReadonlySet<string>, files: ScriptFiles): Importer | null {
  const file = files.read(path);
  if (file === undefined) return null;
  const uses = usesIn(file.source, meantBy(path, file.imports, { targets, files }));
  const { importedFiles } = ts.preProcessFile(file.source.text, true, true);
  const direct = importedFiles.some(({ fileName }) => targets.has(files.resolve(path, fileName) ?? ""));
  return direct || uses.length > 0 ? { path, uses } : null;
}

/** The meaning of local names: something to be modified, or a namespace that contains it. */
type Meanings = {
  readonly names: ReadonlyMap<string, string>;
  readonly members: ReadonlyMap<string, ReadonlyMap<string, string>>;
};

function meantBy(
  path: string,
  imports: readonly ImportedName[],
  { targets, files }: { readonly targets: ReadonlySet<string>; readonly files: ScriptFiles },
): Meanings {
  const names = new Map<string, string>();
  const members = new Map<string, ReadonlyMap<string, string>>();
  const exportsIn = onceEach((target) =>
    scriptExportsOf(target, files)
      .filter(({ file }) => targets.has(file))
      .map((found): [string, string] => [found.name, keyOf(found)]),
  );
  for (const { local, imported, specifier } of imports) {
    const target = files.resolve(path, specifier);
    if (target === undefined) continue;
    if (imported === "*") {
      members.set(local, new Map(exportsIn(target)));
      continue;
    }
    const found = scriptExport(target, imported, files);
    if (found !== undefined && targets.has(found.file)) names.set(local, keyOf(found));
  }
  return { names, members };
}

/** Many names may come from one barrel, which is read once. */
function onceEach<T>(read: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>();
  return (path) => {
    const value = known.get(path) ?? read(path);
    known.set(path, value);
    return value;
  };
}

function usesIn(source: ts.SourceFile, { names, members }: Meanings): Use[] {
  if (names.size + members.size === 0) return [];
  const found: Use[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    const of = meaningOf(node, { names, members });
    if (of !== undefined) {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      found.push({ of, file: source.fileName, line });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function meaningOf(node: ts.Node, { names, members }: Meanings): string | undefined {
  if (ts.isIdentifier(node)) return isReference(node) ? names.get(node.text) : undefined;
  const [namespace, member] = ts.isPropertyAccessExpression(node)
    ? [node.expression, node.name]
    : ts.isQualifiedName(node)
      ? [node.left, node.right]
      : [];
  if (namespace === undefined || member === undefined || !ts.isIdentifier(namespace)) return undefined;
  return members.get(namespace.text)?.get(member.text);
}

/** A name used as itself, not a property, a key or a declaration with the same spelling. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isQualifiedName(parent)) return parent.left === node;
  if (ts.isPropertyAssignment(parent) || ts.isBindingElement(parent)) return parent.name !== node;
  const declares =
    ts.isParameter(parent) ||
    ts.isVariableDeclaration(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isPropertyDeclaration(parent);
  return !(declares && parent.name === node);
}
