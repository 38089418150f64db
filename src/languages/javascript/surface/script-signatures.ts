import { ts } from "../../compiler.js";
import { withScript } from "./with-script.js";

/**
 * The exports of a script as declarations: names, parameters and types, without bodies, initial values and comments.
 * Undefined if the file cannot be read.
 */
export function scriptSignatures(path: string, text: string): string[] | undefined {
  return withScript(path, text, ({ statements }) => statements.filter(isPublic).flatMap(signature));
}

function isPublic(statement: ts.Statement): boolean {
  if (ts.isExportDeclaration(statement) || ts.isExportAssignment(statement)) return true;
  return ts.canHaveModifiers(statement) && has(statement, ts.SyntaxKind.ExportKeyword);
}

function signature(statement: ts.Statement): string[] {
  if (ts.isFunctionDeclaration(statement)) return [`${head(statement)}function ${callable(statement)};`];
  if (ts.isClassDeclaration(statement)) return [classSignature(statement)];
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap(variableSignatures);
  if (ts.isEnumDeclaration(statement)) {
    return [
      `export enum ${statement.name.text} { ${statement.members.map((member) => nameOf(member.name)).join(", ")} }`,
    ];
  }
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) return [oneLine(statement)];
  if (ts.isExportDeclaration(statement)) return [oneLine(statement)];
  if (ts.isExportAssignment(statement)) return [exportedValue(statement.expression)];
  return [];
}

function exportedValue(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return `export default ${expression.text};`;
  if (ts.isFunctionLike(expression)) return `export default function ${callable(expression)};`;
  return "export default (a value);";
}

/** A pattern declares names; their defaults are code. */
function variableSignatures(declaration: ts.VariableDeclaration): string[] {
  const { name } = declaration;
  return ts.isIdentifier(name) ? [variableSignature(name, declaration)] : boundNames(name);
}

function boundNames({ elements }: ts.BindingPattern): string[] {
  return elements.flatMap((element): string[] => {
    if (ts.isOmittedExpression(element)) return [];
    return ts.isIdentifier(element.name) ? [`export const ${element.name.text};`] : boundNames(element.name);
  });
}

function variableSignature(name: ts.Identifier, { type, initializer }: ts.VariableDeclaration): string {
  if (type !== undefined) return `export const ${name.text}: ${oneLine(type)};`;
  if (initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))) {
    return `export const ${name.text}: ${callable(initializer, { named: false })};`;
  }
  return `export const ${name.text};`;
}

function classSignature(declaration: ts.ClassDeclaration): string {
  const heritage = (declaration.heritageClauses ?? []).map((clause) => ` ${heritageOf(clause)}`).join("");
  const members = declaration.members.filter(isVisibleMember).flatMap(memberSignature);
  return `${head(declaration)}class ${declaration.name?.text ?? ""}${typeParameters(declaration)}${heritage} { ${members.join(" ")} }`;
}

/** A base class by its name; a computed one is code. */
function heritageOf({ token, types }: ts.HeritageClause): string {
  const word = token === ts.SyntaxKind.ExtendsKeyword ? "extends" : "implements";
  return `${word} ${types.map((type) => (isName(type.expression) ? oneLine(type) : "(computed)")).join(", ")}`;
}

function isName(node: ts.Expression): boolean {
  return ts.isIdentifier(node) || (ts.isPropertyAccessExpression(node) && isName(node.expression));
}

/** A member by its name; a computed one may be any expression. */
function nameOf(name: ts.PropertyName): string {
  if (!ts.isComputedPropertyName(name)) return name.getText();
  return isName(name.expression) ? `[${name.expression.getText()}]` : "[computed]";
}

function isVisibleMember(member: ts.ClassElement): boolean {
  if (member.name !== undefined && ts.isPrivateIdentifier(member.name)) return false;
  return !(ts.canHaveModifiers(member) && has(member, ts.SyntaxKind.PrivateKeyword));
}

function memberSignature(member: ts.ClassElement): string[] {
  if (ts.isConstructorDeclaration(member)) return [`constructor${parameters(member)};`];
  if (ts.isMethodDeclaration(member)) return [`${callable(member)};`];
  if (ts.isGetAccessorDeclaration(member)) return [`get ${nameOf(member.name)}()${returned(member)};`];
  if (ts.isSetAccessorDeclaration(member)) return [`set ${nameOf(member.name)}${parameters(member)};`];
  if (ts.isPropertyDeclaration(member)) {
    return [`${nameOf(member.name)}${member.type === undefined ? "" : `: ${oneLine(member.type)}`};`];
  }
  return [];
}

function callable(node: ts.SignatureDeclaration, { named = true } = {}): string {
  const name = named && node.name !== undefined && ts.isPropertyName(node.name) ? nameOf(node.name) : "";
  return `${name}${typeParameters(node)}${parameters(node)}${returned(node)}`;
}

function parameters(node: ts.SignatureDeclaration): string {
  const texts = node.parameters.map(({ dotDotDotToken, name, questionToken, initializer, type }) => {
    const optional = questionToken !== undefined || initializer !== undefined ? "?" : "";
    const shown = ts.isIdentifier(name) ? name.text : "options";
    return `${dotDotDotToken === undefined ? "" : "..."}${shown}${optional}${type === undefined ? "" : `: ${oneLine(type)}`}`;
  });
  return `(${texts.join(", ")})`;
}

function returned({ type }: ts.SignatureDeclaration): string {
  return type === undefined ? "" : `: ${oneLine(type)}`;
}

function typeParameters({
  typeParameters: list,
}: {
  typeParameters?: ts.NodeArray<ts.TypeParameterDeclaration> | undefined;
}): string {
  return list === undefined ? "" : `<${list.map(oneLine).join(", ")}>`;
}

function head(node: ts.FunctionDeclaration | ts.ClassDeclaration): string {
  const words = [
    [ts.SyntaxKind.DefaultKeyword, "default "],
    [ts.SyntaxKind.AbstractKeyword, "abstract "],
    [ts.SyntaxKind.AsyncKeyword, "async "],
  ] as const;
  return `export ${words.map(([kind, word]) => (has(node, kind) ? word : "")).join("")}`;
}

function has(node: ts.HasModifiers, kind: ts.SyntaxKind): boolean {
  return ts.getModifiers(node)?.some((modifier) => modifier.kind === kind) ?? false;
}

/** A node as the compiler prints it without comments, on one line. */
function oneLine(node: ts.Node): string {
  const printer = ts.createPrinter({ removeComments: true });
  return printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()).replace(/\s+/g, " ").trim();
}
