import { ts } from "../../compiler.js";
import type { ExportSurface } from "../../source-file.js";
import { boundNames } from "../tests/script-links.js";

/** The exports of a script, by syntax alone: declarations, lists, re-exports, `module.exports`. */
export function scriptExports(source: ts.SourceFile): ExportSurface {
  const names = new Set<string>();
  const stars: string[] = [];
  const passedOn: { name: string; original: string; specifier: string }[] = [];
  const imported = importedNames(source);
  let opaque = false;
  for (const statement of source.statements) {
    for (const name of declaredExports(statement)) names.add(name);
    if (ts.isExportDeclaration(statement)) readExportList(statement, { names, stars, passedOn }, imported);
    const assigned = commonJsExports(statement);
    for (const name of assigned.names) names.add(name);
    stars.push(...assigned.stars);
    opaque ||= assigned.opaque || (assigned.names.length === 0 && hidesExports(statement));
  }
  opaque ||= isDeclaration(source) && !hasExportList(source);
  return { names, stars, passedOn, opaque };
}

/** In a declaration file whatever is declared beside an export is exported, too, and a global script has no end of names. */
function isDeclaration({ fileName }: ts.SourceFile): boolean {
  return /\.d\.[cm]?ts$/.test(fileName);
}

function hasExportList({ statements }: ts.SourceFile): boolean {
  return statements.some(
    (each) => ts.isExportDeclaration(each) && each.exportClause !== undefined && ts.isNamedExports(each.exportClause),
  );
}

/** Exports that only running shows: `Object.assign(exports, x)`, `exports[name] = y`, in a branch, `export = x`. */
function hidesExports(statement: ts.Statement): boolean {
  if (ts.isExportAssignment(statement)) return statement.isExportEquals === true;
  if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) return false;
  let found = false;
  const visit = (node: ts.Node): void => {
    found ||= ts.isIdentifier(node) && node.text === "exports";
    if (!found) ts.forEachChild(node, visit);
  };
  visit(statement);
  return found;
}

function declaredExports(statement: ts.Statement): string[] {
  if (ts.isExportAssignment(statement)) return ["default"];
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  if (modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)) return ["default"];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  }
  const { name } = statement as ts.DeclarationStatement;
  return name === undefined ? [] : [name.getText()];
}

type Imported = { readonly original: string; readonly specifier: string };

/** Imported names, which a separate statement may export again. */
function importedNames(source: ts.SourceFile): Map<string, Imported> {
  const imported = source.statements.flatMap((statement): [string, Imported][] => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const specifier = statement.moduleSpecifier.text;
    const { name: whole, namedBindings } = statement.importClause ?? {};
    const listed = namedBindings !== undefined && ts.isNamedImports(namedBindings) ? namedBindings.elements : [];
    return [
      ...(whole === undefined ? [] : [[whole.text, { original: "default", specifier }] as [string, Imported]]),
      ...listed.map(({ name, propertyName }): [string, Imported] => [
        name.text,
        { original: (propertyName ?? name).text, specifier },
      ]),
    ];
  });
  return new Map(imported);
}

type Lists = {
  readonly names: Set<string>;
  readonly stars: string[];
  readonly passedOn: { name: string; original: string; specifier: string }[];
};

function readExportList(
  { exportClause, moduleSpecifier }: ts.ExportDeclaration,
  { names, stars, passedOn }: Lists,
  imported: ReadonlyMap<string, Imported>,
): void {
  const specifier =
    moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
  if (exportClause === undefined) {
    if (specifier !== undefined) stars.push(specifier);
  } else if (ts.isNamespaceExport(exportClause)) {
    names.add(exportClause.name.text);
    if (specifier !== undefined) passedOn.push({ name: exportClause.name.text, original: "*", specifier });
  } else {
    for (const { name, propertyName } of exportClause.elements) {
      const original = (propertyName ?? name).text;
      const from = specifier === undefined ? imported.get(original) : { original, specifier };
      if (from === undefined) names.add(name.text);
      else passedOn.push({ name: name.text, ...from });
    }
  }
}

/** `exports.a = ...`, `module.exports = { a, b }`, `module.exports = require("./x")`. */
function commonJsExports(statement: ts.Statement): { names: string[]; stars: string[]; opaque: boolean } {
  const none = { names: [], stars: [], opaque: false };
  if (!ts.isExpressionStatement(statement)) return none;
  let { expression } = statement;
  const found = { names: [] as string[], stars: [] as string[], opaque: false };
  while (ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    const target = expression.left.getText();
    const named = /^(?:module\.)?exports\.([\w$]+)$/.exec(target)?.[1];
    if (named !== undefined) found.names.push(named);
    else if (target === "module.exports") readWholeExport(expression.right, found);
    expression = expression.right;
  }
  return found;
}

function readWholeExport(value: ts.Expression, found: { names: string[]; stars: string[]; opaque: boolean }): void {
  found.names.push("default");
  if (ts.isObjectLiteralExpression(value)) {
    for (const property of value.properties) {
      if (ts.isSpreadAssignment(property)) found.opaque = true;
      else if (property.name !== undefined) found.names.push(property.name.getText());
    }
    return;
  }
  if (ts.isCallExpression(value) && value.expression.getText() === "require") {
    const [first] = value.arguments;
    if (first !== undefined && ts.isStringLiteralLike(first)) found.stars.push(first.text);
    return;
  }
  // A function, a class or a value: members that are added elsewhere cannot be seen.
  found.opaque = true;
}
