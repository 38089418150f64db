import type { ExportKind } from "../../../domain/enforcement/execution-context.js";
import { ts } from "../../compiler.js";
import { type DeclaredName, declaredNames } from "./declared-names.js";
import { type ImportedName, importedNames } from "./imported-names.js";
import { withScript } from "./with-script.js";

/** What a statement exports: a declaration, a local name, a name of another file, or all of another file. */
export type Offer =
  | { readonly from: "here"; readonly name: string; readonly kind: ExportKind; readonly original: string }
  | { readonly from: "local"; readonly name: string; readonly local: string }
  | { readonly from: "file"; readonly name: string; readonly specifier: string; readonly original: string }
  | { readonly from: "star"; readonly specifier: string };

/** The names of a JavaScript or TypeScript file. */
export type ScriptFile = {
  readonly source: ts.SourceFile;
  /** The first declaration of a name decides its kind. */
  readonly declared: ReadonlyMap<string, ExportKind>;
  readonly imports: readonly ImportedName[];
  /** By the local name. */
  readonly imported: ReadonlyMap<string, ImportedName>;
  /** Declarations before statements, each in the order of the text. */
  readonly offers: readonly Offer[];
  readonly offered: ReadonlyMap<string, Offer>;
};

/** Undefined in other languages, and for a file that cannot be read. */
export function readScriptFile(path: string, text: string): ScriptFile | undefined {
  return withScript(path, text, (source) => {
    const declared = declaredNames(source);
    const imports = importedNames(source);
    const offers = [...declared.flatMap(exportedDeclarations), ...source.statements.flatMap(statedOffers)];
    return {
      source,
      declared: firstOf(declared.map(({ name, kind }) => [name, kind])),
      imports,
      imported: firstOf(imports.map((each) => [each.local, each])),
      offers,
      offered: firstOf(offers.flatMap((offer) => (offer.from === "star" ? [] : [[offer.name, offer]]))),
    };
  });
}

/** Overloads and merged declarations are one name. */
function firstOf<T>(pairs: readonly (readonly [string, T])[]): Map<string, T> {
  return new Map([...pairs].reverse());
}

function exportedDeclarations({ name, kind, exportedAs }: DeclaredName): Offer[] {
  return exportedAs.map((exported) => ({
    from: "here",
    name: exported,
    kind,
    original: exported === "default" ? "default" : name,
  }));
}

function statedOffers(statement: ts.Statement): Offer[] {
  if (ts.isExportAssignment(statement)) return [assignedOffer(statement)];
  return ts.isExportDeclaration(statement) ? declaredOffers(statement) : [];
}

function assignedOffer({ expression }: ts.ExportAssignment): Offer {
  const name = "default";
  if (ts.isIdentifier(expression)) return { from: "local", name, local: expression.text };
  const kind =
    ts.isArrowFunction(expression) || ts.isFunctionExpression(expression)
      ? "function"
      : ts.isClassExpression(expression)
        ? "class"
        : "const";
  return { from: "here", name, kind, original: name };
}

function declaredOffers({ exportClause, moduleSpecifier }: ts.ExportDeclaration): Offer[] {
  const specifier =
    moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
  if (exportClause === undefined) return specifier === undefined ? [] : [{ from: "star", specifier }];
  if (ts.isNamespaceExport(exportClause)) {
    const name = exportClause.name.text;
    return [{ from: "here", name, kind: "const", original: name }];
  }
  return exportClause.elements.map((element): Offer => {
    const name = element.name.text;
    const original = (element.propertyName ?? element.name).text;
    return specifier === undefined
      ? { from: "local", name, local: original }
      : { from: "file", name, specifier, original };
  });
}
