import ts from "typescript";
import { parseSource } from "./parse-source.js";

/**
 * What a file offers, as declarations: names, parameters and types, never a body, an initial value or a comment.
 * Undefined where the language cannot be read.
 */
export function signaturesOf(path: string, text: string): string[] | undefined {
  return parseSource(path, text)?.statements.filter(isPublic).flatMap(signature);
}

function isPublic(statement: ts.Statement): boolean {
  if (ts.isExportDeclaration(statement) || ts.isExportAssignment(statement)) return true;
  return ts.canHaveModifiers(statement) && has(statement, ts.SyntaxKind.ExportKeyword);
}

function signature(statement: ts.Statement): string[] {
  if (ts.isFunctionDeclaration(statement)) return [`${head(statement)}function ${callable(statement)};`];
  if (ts.isClassDeclaration(statement)) return [classSignature(statement)];
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(variableSignature);
  if (ts.isEnumDeclaration(statement)) {
    return [
      `export enum ${statement.name.text} { ${statement.members.map((member) => member.name.getText()).join(", ")} }`,
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

function variableSignature({ name, type, initializer }: ts.VariableDeclaration): string {
  if (type !== undefined) return `export const ${name.getText()}: ${oneLine(type)};`;
  if (initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))) {
    return `export const ${name.getText()}: ${callable(initializer, { named: false })};`;
  }
  return `export const ${name.getText()};`;
}

function classSignature(declaration: ts.ClassDeclaration): string {
  const heritage = (declaration.heritageClauses ?? []).map((clause) => ` ${oneLine(clause)}`).join("");
  const members = declaration.members.filter(isVisibleMember).flatMap(memberSignature);
  return `${head(declaration)}class ${declaration.name?.text ?? ""}${typeParameters(declaration)}${heritage} { ${members.join(" ")} }`;
}

function isVisibleMember(member: ts.ClassElement): boolean {
  if (member.name !== undefined && ts.isPrivateIdentifier(member.name)) return false;
  return !(ts.canHaveModifiers(member) && has(member, ts.SyntaxKind.PrivateKeyword));
}

function memberSignature(member: ts.ClassElement): string[] {
  if (ts.isConstructorDeclaration(member)) return [`constructor${parameters(member)};`];
  if (ts.isMethodDeclaration(member)) return [`${callable(member)};`];
  if (ts.isGetAccessorDeclaration(member)) return [`get ${member.name.getText()}()${returned(member)};`];
  if (ts.isSetAccessorDeclaration(member)) return [`set ${member.name.getText()}${parameters(member)};`];
  if (ts.isPropertyDeclaration(member)) {
    return [`${member.name.getText()}${member.type === undefined ? "" : `: ${oneLine(member.type)}`};`];
  }
  return [];
}

function callable(node: ts.SignatureDeclaration, { named = true } = {}): string {
  const name = named && node.name !== undefined ? node.name.getText() : "";
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

/** A node as the compiler prints it without comments, in one line. */
function oneLine(node: ts.Node): string {
  const printer = ts.createPrinter({ removeComments: true });
  return printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()).replace(/\s+/g, " ").trim();
}
