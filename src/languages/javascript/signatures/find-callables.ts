import { ts } from "../../compiler.js";
import type { JudgedFiles } from "../../judged-files.js";
import { isRelative } from "../../paths.js";
import { resolveRelative } from "../imports/resolve-relative.js";
import { parseScript } from "../parse-script.js";
import { isScript } from "../script-languages.js";
import { typeOf } from "./documented-types.js";
import { type Callable, callableType } from "./script-signature.js";

/** Every declaration behind an exported name: overloads, arrow functions, methods. Re-exports are followed. */
export function findCallables(
  path: string,
  target: string,
  files: JudgedFiles,
  visited: ReadonlySet<string> = new Set(),
): Callable[] {
  const text = files.head.read(path);
  if (text === undefined || visited.has(path) || isUnreadable(path, files)) return [];
  const source = parseScript(path, text);
  const [name = "", member] = target.split(".");
  const local = localName(source, name);
  const seen = new Set([...visited, path]);
  const elsewhere = (links: readonly Link[], of: (path: string, original: string) => Callable[]) =>
    links.flatMap(({ specifier, original }) => {
      const next = isRelative(specifier) ? resolveRelative(path, specifier, files.head) : undefined;
      return next === undefined ? [] : of(next, original);
    });
  const named: NamedTypes = (type) => {
    const here = source.statements.flatMap((statement) => callablesOfType(statement, type));
    if (here.length > 0) return here;
    return elsewhere(importedAs(source, type), (next, original) => findCallables(next, original, files, seen));
  };
  const own = source.statements.flatMap((statement) => callablesIn(statement, { name: local, member, named }));
  if (own.length > 0) return own;
  const links = [...passedOnFrom(source, name), ...importedAs(source, local)];
  return elsewhere(links, (next, original) =>
    findCallables(next, member === undefined ? original : `${original}.${member}`, files, seen),
  );
}

/**
 * An unreadable file is reported as a problem elsewhere and exports nothing here. The same is true of another language.
 */
function isUnreadable(path: string, { sources }: JudgedFiles): boolean {
  return !isScript(path) || sources.problems(path).length > 0;
}

/** The source of a name, and its name there. */
type Link = { readonly specifier: string; readonly original: string };

/** The signatures that a named type contains. */
type NamedTypes = (type: string) => Callable[];

/** `export { check as verify }` and `export default check`: the name inside the file. */
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

type ObservationQuery = { readonly name: string; readonly member: string | undefined; readonly named: NamedTypes };

function callablesIn(statement: ts.Statement, { name, member, named }: ObservationQuery): Callable[] {
  if (ts.isFunctionDeclaration(statement)) {
    const isDefault =
      name === "default" && statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) === true;
    return member === undefined && (statement.name?.text === name || isDefault) ? [statement] : [];
  }
  if (ts.isVariableStatement(statement) && member === undefined) {
    return statement.declarationList.declarations
      .filter((declaration) => declaration.name.getText() === name)
      .flatMap((declaration) => ofVariable(declaration, named));
  }
  if (member === undefined) return callablesOfType(statement, name);
  const isType = ts.isClassDeclaration(statement) || ts.isInterfaceDeclaration(statement);
  if (!isType || statement.name?.text !== name) return [];
  const isMember = (element: ts.ClassElement | ts.TypeElement) =>
    ts.isConstructorDeclaration(element) ? member === "constructor" : element.name?.getText() === member;
  return [...statement.members].filter(isMember).flatMap(ofMember);
}

/** `type Check = (a: A) => B` and `interface Check { (a: A): B }`. */
function callablesOfType(statement: ts.Statement, name: string): Callable[] {
  if (ts.isTypeAliasDeclaration(statement) && statement.name.text === name) {
    return [callableType(statement.type) ?? []].flat();
  }
  if (!ts.isInterfaceDeclaration(statement) || statement.name.text !== name) return [];
  return statement.members.filter(ts.isCallSignatureDeclaration);
}

function ofVariable(declaration: ts.VariableDeclaration, named: NamedTypes): Callable[] {
  const { initializer } = declaration;
  const type = typeOf(declaration);
  const written = callableType(type);
  if (written !== undefined) return [written];
  // A generic type would need its arguments filled in. The function itself may declare its full signature.
  const isPlain = type !== undefined && ts.isTypeReferenceNode(type) && type.typeArguments === undefined;
  const byName = isPlain ? named(type.typeName.getText()) : [];
  if (byName.length > 0) return byName;
  return initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
    ? [initializer]
    : [];
}

function ofMember(element: ts.ClassElement | ts.TypeElement): Callable[] {
  if (ts.isMethodDeclaration(element) || ts.isMethodSignature(element)) return [element];
  if (ts.isConstructorDeclaration(element)) return [element];
  const isProperty = ts.isPropertyDeclaration(element) || ts.isPropertySignature(element);
  return isProperty && element.type !== undefined && ts.isFunctionTypeNode(element.type) ? [element.type] : [];
}

/** `import { check as local }` and `import local`, exported by a separate statement. */
function importedAs(source: ts.SourceFile, local: string): Link[] {
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const specifier = statement.moduleSpecifier.text;
    const { name, namedBindings } = statement.importClause ?? {};
    if (name?.text === local) return [{ specifier, original: "default" }];
    if (namedBindings === undefined || !ts.isNamedImports(namedBindings)) return [];
    const found = namedBindings.elements.find((element) => element.name.text === local);
    return found === undefined ? [] : [{ specifier, original: (found.propertyName ?? found.name).text }];
  });
}

function passedOnFrom(source: ts.SourceFile, name: string): Link[] {
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
