import ts from "typescript";
import { type ImpactAnalysis, summariseImpact } from "../../domain/enforcement/impact.js";
import { exportsOf, type FoundExport, type Sources } from "./exports.js";
import { importedNames } from "./imported-names.js";
import { isScript, parseSource } from "./parse-source.js";
import { resolveImport } from "./resolve-import.js";

/** Who uses what a module is about to modify. Users behind seals are counted, not named. */
export type Impact = {
  readonly analysis: ImpactAnalysis;
  readonly sealedUsers: number;
  /** Sources that were too many to be read: then the analysis says nothing, and says so. */
  readonly unread?: number;
  /** Sources that no reader gets through, and that may use it; sealed ones are not named. */
  readonly unreadable?: readonly string[];
  /** Code to be modified whose language is not analysed here: nothing is known of who uses it. */
  readonly notAnalysed?: readonly string[];
};

/** What is known where nothing was read. */
export const UNKNOWN_IMPACT: Impact = {
  analysis: { files_affected: [], functions_affected: [], types_affected: [] },
  sealedUsers: 0,
};

export type ImpactQuestion = {
  /** The files that the manifest says MODIFY or DELETE. */
  readonly modified: readonly string[];
  /** The repository's sources in the language of what is modified. */
  readonly sources: Sources;
  readonly isSealed: (path: string) => boolean;
};

type Place = { readonly file: string; readonly line: number };
type Use = Place & { readonly declaredIn: string; readonly name: string };

/** Importers, callers and usages with file and line (seed 000, impact analysis), through barrels and aliases too. */
export function analyseImpact({ modified, sources, isSealed }: ImpactQuestion): Impact {
  const targets = new Set(modified.filter((path) => sources.has(path) && isScript(path)));
  const others = [...sources.keys()].filter((path) => isScript(path) && !targets.has(path));
  const exportsIn = onceEach((path) => exportsOf(path, sources));
  const found = others
    .map((path) => ({ path, ...usesIn(path, { sources, targets, exportsIn }) }))
    .filter(({ imports }) => imports);
  const open = found.filter(({ path }) => !isSealed(path));
  const uses = open.flatMap(({ uses: ofFile }) => ofFile);
  const declared = [...targets].flatMap((path) => exportsIn(path).filter(({ file }) => file === path));
  const placesOf = ({ file, original }: FoundExport): Place[] =>
    uses
      .filter((use) => use.declaredIn === file && use.name === original)
      .map(({ file: at, line }) => ({ file: at, line }));
  return {
    analysis: {
      files_affected: open.map(({ path }) => path),
      functions_affected: declared
        .filter(({ kind }) => kind === "function" || kind === "const")
        .map((item) => ({ name: item.name, file: item.file, callers: placesOf(item) })),
      types_affected: declared
        .filter(({ kind }) => kind !== "function" && kind !== "const")
        .map((item) => ({ name: item.name, file: item.file, usages: placesOf(item) })),
    },
    sealedUsers: found.length - open.length,
  };
}

/** What is known of several languages, as one. */
export function joinImpacts(impacts: readonly Impact[]): Impact {
  const analyses = impacts.map(({ analysis }) => analysis);
  const unread = impacts.reduce((sum, impact) => sum + (impact.unread ?? 0), 0);
  return {
    analysis: {
      files_affected: analyses.flatMap(({ files_affected }) => files_affected),
      functions_affected: analyses.flatMap(({ functions_affected }) => functions_affected),
      types_affected: analyses.flatMap(({ types_affected }) => types_affected),
    },
    sealedUsers: impacts.reduce((sum, impact) => sum + impact.sealedUsers, 0),
    ...(unread === 0 ? {} : { unread }),
    unreadable: impacts.flatMap((impact) => impact.unreadable ?? []),
  };
}

export function renderImpact({ analysis, sealedUsers, unread, unreadable = [], notAnalysed = [] }: Impact): string {
  const texts = [
    summariseImpact(analysis),
    sealedUsers === 0 ? "" : `Files of sealed modules that use it, not named here: ${sealedUsers}.`,
    unread === undefined ? "" : `${unread} sources are too many to be analysed here. ${LOOK}`,
    unreadable.length === 0
      ? ""
      : `${unreadable.join(", ")}: too long or too deeply nested to be analysed here. ${LOOK}`,
    notAnalysed.length === 0 ? "" : `${notAnalysed.join(", ")}: this language is not analysed here. ${LOOK}`,
  ].filter((text) => text !== "");
  return texts.length === 0 ? "Nothing uses what is to be modified." : texts.join("\n\n");
}

const LOOK = "Look for users of what you modify with grep before you change it.";

type Reading = {
  readonly sources: Sources;
  readonly targets: ReadonlySet<string>;
  readonly exportsIn: (path: string) => readonly FoundExport[];
};

/** A barrel is imported by many; it is read once. */
function onceEach<T>(read: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>();
  return (path) => {
    const value = known.get(path) ?? read(path);
    known.set(path, value);
    return value;
  };
}

function usesIn(path: string, { sources, targets, exportsIn }: Reading): { imports: boolean; uses: Use[] } {
  const source = parseSource(path, sources.get(path) ?? "");
  if (source === undefined) return { imports: false, uses: [] };
  const resolve = (specifier: string) => resolveImport(path, specifier, (candidate) => sources.has(candidate));
  const uses = importedNames(source).flatMap(({ local, imported, specifier }) => {
    const file = resolve(specifier);
    if (file === undefined) return [];
    const origins = exportsIn(file).filter((found) => targets.has(found.file));
    if (imported === "*") return origins.flatMap((origin) => placesOfMember(source, local, origin));
    return origins.filter(({ name }) => name === imported).flatMap((origin) => placesOfName(source, local, origin));
  });
  const { importedFiles } = ts.preProcessFile(source.text, true, true);
  const direct = importedFiles.some(({ fileName }) => targets.has(resolve(fileName) ?? ""));
  return { imports: direct || uses.length > 0, uses };
}

function placesOfName(source: ts.SourceFile, local: string, origin: FoundExport): Use[] {
  return places(source, origin, (node) => ts.isIdentifier(node) && node.text === local && isReference(node));
}

function placesOfMember(source: ts.SourceFile, namespace: string, origin: FoundExport): Use[] {
  return places(source, origin, (node) => {
    if (ts.isPropertyAccessExpression(node))
      return node.name.text === origin.name && node.expression.getText() === namespace;
    return ts.isQualifiedName(node) && node.right.text === origin.name && node.left.getText() === namespace;
  });
}

function places(source: ts.SourceFile, origin: FoundExport, matches: (node: ts.Node) => boolean): Use[] {
  const found: Use[] = [];
  // A long sum is as deep as it has terms: what is still to be visited waits in a list, not on the stack.
  const waiting: ts.Node[] = [source];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (ts.isImportDeclaration(node)) continue;
    if (matches(node)) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ declaredIn: origin.file, name: origin.original, file: source.fileName, line });
    }
    const children: ts.Node[] = [];
    ts.forEachChild(node, (child) => void children.push(child));
    for (const child of children.reverse()) waiting.push(child);
  }
  return found;
}

/** A name used as itself: neither a property, a key nor a declaration of the same spelling. */
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
