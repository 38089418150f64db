import { ts } from "../../compiler.js";
import { mayBeLeftOut, returnTypeOf, typeOf } from "./documented-types.js";
import { normaliseType } from "./normalise-type.js";

/** The signature of a function or constructor. */
export type Callable = ts.SignatureDeclaration;

/**
 * One spelling for a signature: parameter types in order, which ones are optional, and the return type. Parameter names
 * do not matter to a caller. Undefined parts are types without an annotation.
 */
export function normaliseSignature(declaration: Callable): string {
  const generics = ts.getEffectiveTypeParameterDeclarations(declaration);
  const generic = new Map(generics.map(({ name }, index) => [name.text, `T${index}`]));
  const parameters = declaration.parameters
    .filter(({ name }) => name.getText() !== "this")
    .map((parameter) => {
      const rest = parameter.dotDotDotToken === undefined ? "" : "...";
      const optional = mayBeLeftOut(parameter) ? "?" : "";
      const type = typeOf(parameter);
      return `${rest}${type === undefined ? literalType(parameter.initializer) : normaliseType(type, generic)}${optional}`;
    });
  return `(${parameters.join(", ")}) => ${returnedBy(declaration, generic)}`;
}

/** A constructor returns its class, which is not written down. */
function returnedBy(declaration: Callable, generic: ReadonlyMap<string, string>): string {
  if (ts.isConstructorDeclaration(declaration)) return declaration.parent.name?.text ?? UNWRITTEN;
  const type = returnTypeOf(declaration);
  return type === undefined ? UNWRITTEN : normaliseType(type, generic);
}

export const UNWRITTEN = "(not written down)";

/** The type of a default value, if it is a simple one. */
function literalType(initialiser: ts.Expression | undefined): string {
  if (initialiser === undefined) return UNWRITTEN;
  if (ts.isStringLiteralLike(initialiser)) return "string";
  if (ts.isNumericLiteral(initialiser)) return "number";
  const { TrueKeyword, FalseKeyword } = ts.SyntaxKind;
  return initialiser.kind === TrueKeyword || initialiser.kind === FalseKeyword ? "boolean" : UNWRITTEN;
}

/**
 * Parses a signature as people write it: `(a: string) => T`, `function f(a: string): T`, `f(a: string): T`, `f(a) ->
 * T`.
 */
export function parseSignature(text: string): Callable | undefined {
  const plain = text
    .trim()
    .replace(/;$/, "")
    .replace(/\)\s*->\s*/g, "): ");
  const named = plain.replace(/^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:async\s+)?(?:function\s*\*?\s*)?/, "");
  const sources = [
    `type S = ${plain};`,
    `declare function ${named};`,
    `declare function f${named};`,
    `declare const ${named.replace(/^(?:const|let)\s+/, "")};`,
  ];
  return sources.map(callableIn).find((found) => found !== undefined);
}

function callableIn(text: string): Callable | undefined {
  const source = ts.createSourceFile("signature.ts", text, ts.ScriptTarget.Latest, true);
  const { parseDiagnostics } = source as ts.SourceFile & { readonly parseDiagnostics?: readonly ts.Diagnostic[] };
  const [statement, ...more] = source.statements;
  if ((parseDiagnostics ?? []).length > 0 || more.length > 0 || statement === undefined) return undefined;
  if (ts.isFunctionDeclaration(statement)) return statement;
  if (ts.isTypeAliasDeclaration(statement)) return callableType(statement.type);
  return ts.isVariableStatement(statement) ? callableType(statement.declarationList.declarations[0]?.type) : undefined;
}

/** A type that is a signature: `(a: A) => B`, `new (a: A) => B`. */
export function callableType(type: ts.TypeNode | undefined): Callable | undefined {
  if (type === undefined) return undefined;
  return ts.isFunctionTypeNode(type) || ts.isConstructorTypeNode(type) ? type : undefined;
}
