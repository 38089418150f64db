import ts from "typescript";
import { parseScript } from "../source/javascript/parse-script.js";
import { isRelative, resolveRelative } from "../source/resolve-module.js";
import type { JudgedFiles } from "./judged-files.js";
import type { Callable } from "./script-signature.js";

/** Every declaration that an exported name may be called by: overloads, arrow functions, methods; re-exports are followed. */
export function findCallables(
  path: string,
  target: string,
  files: JudgedFiles,
  visited: ReadonlySet<string> = new Set(),
): Callable[] {
  const text = files.head.read(path);
  if (text === undefined || visited.has(path)) return [];
  const source = parseScript(path, text);
  const [name = "", member] = target.split(".");
  const local = localName(source, name);
  const own = source.statements.flatMap((statement) => callablesIn(statement, local, member));
  if (own.length > 0) return own;
  const seen = new Set([...visited, path]);
  return passedOnFrom(source, name).flatMap(({ specifier, original }) => {
    const next = isRelative(specifier) ? resolveRelative(path, specifier, files.head) : undefined;
    if (next === undefined) return [];
    return findCallables(next, member === undefined ? original : `${original}.${member}`, files, seen);
  });
}

/** `export { check as verify }` and `export default check`: what the name is called inside. */
function localName(source: ts.SourceFile, name: string): string {
  for (const statement of source.statements) {
    if (name === "default" && ts.isExportAssignment(statement) && ts.isIdentifier(statement.expression))
      return statement.expression.text;
    if (
      !ts.isExportDeclaration(statement) ||
      statement.moduleSpecifier !== undefined ||
      statement.exportClause === undefined
    )
      continue;
    if (!ts.isNamedExports(statement.exportClause)) continue;
    const found = statement.exportClause.elements.find((element) => element.name.text === name);
    if (found !== undefined) return (found.propertyName ?? found.name).text;
  }
  return name;
}

function callablesIn(statement: ts.Statement, name: string, member: string | undefined): Callable[] {
  if (ts.isFunctionDeclaration(statement)) {
    const isDefault =
      name === "default" && statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) === true;
    return member === undefined && (statement.name?.text === name || isDefault) ? [statement] : [];
  }
  if (ts.isVariableStatement(statement) && member === undefined) {
    return statement.declarationList.declarations
      .filter((declaration) => declaration.name.getText() === name)
      .flatMap(ofVariable);
  }
  const isType = ts.isClassDeclaration(statement) || ts.isInterfaceDeclaration(statement);
  if (!isType || statement.name?.text !== name || member === undefined) return [];
  return [...statement.members].filter((element) => element.name?.getText() === member).flatMap(ofMember);
}

function ofVariable({ type, initializer }: ts.VariableDeclaration): Callable[] {
  if (type !== undefined && ts.isFunctionTypeNode(type)) return [type];
  return initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
    ? [initializer]
    : [];
}

function ofMember(element: ts.ClassElement | ts.TypeElement): Callable[] {
  if (ts.isMethodDeclaration(element) || ts.isMethodSignature(element)) return [element];
  const isProperty = ts.isPropertyDeclaration(element) || ts.isPropertySignature(element);
  return isProperty && element.type !== undefined && ts.isFunctionTypeNode(element.type) ? [element.type] : [];
}

function passedOnFrom(source: ts.SourceFile, name: string): { specifier: string; original: string }[] {
  return source.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier === undefined) return [];
    if (!ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const specifier = statement.moduleSpecifier.text;
    if (statement.exportClause === undefined) return [{ specifier, original: name }];
    if (!ts.isNamedExports(statement.exportClause)) return [];
    const found = statement.exportClause.elements.find((element) => element.name.text === name);
    return found === undefined ? [] : [{ specifier, original: (found.propertyName ?? found.name).text }];
  });
}
