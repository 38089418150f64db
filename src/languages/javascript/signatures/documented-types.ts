import { ts } from "../../compiler.js";

/** The type of a parameter or a variable: as written, or in JavaScript from its JSDoc. */
export function typeOf(declaration: ts.ParameterDeclaration | ts.VariableDeclaration): ts.TypeNode | undefined {
  return declaration.type ?? (isJavaScript(declaration) ? ts.getJSDocType(declaration) : undefined);
}

/** The same for a return type. */
export function returnTypeOf(declaration: ts.SignatureDeclaration): ts.TypeNode | undefined {
  return declaration.type ?? (isJavaScript(declaration) ? ts.getJSDocReturnType(declaration) : undefined);
}

/** A caller may omit it: `a?`, `a = 1`, and in JSDoc `[a]` or `{string=} a`. */
export function mayBeLeftOut(parameter: ts.ParameterDeclaration): boolean {
  if (parameter.questionToken !== undefined || parameter.initializer !== undefined) return true;
  if (!isJavaScript(parameter)) return false;
  const type = typeOf(parameter);
  const isMarked = type !== undefined && type.kind === ts.SyntaxKind.JSDocOptionalType;
  return isMarked || ts.getJSDocParameterTags(parameter).some(({ isBracketed }) => isBracketed);
}

/** In TypeScript files the compiler ignores types in comments. */
function isJavaScript(node: ts.Node): boolean {
  return /\.[cm]?jsx?$/i.test(node.getSourceFile().fileName);
}

/** JSDoc's own notations as TypeScript types; undefined for every other type. */
export function documentedType(type: ts.TypeNode, inner: (type: ts.TypeNode) => string): string | undefined {
  if (ts.isJSDocOptionalType(type) || ts.isJSDocNonNullableType(type)) return inner(type.type);
  if (ts.isJSDocNullableType(type)) return [inner(type.type), "null"].sort().join(" | ");
  if (ts.isJSDocVariadicType(type)) return `Array<${inner(type.type)}>`;
  if (type.kind === ts.SyntaxKind.JSDocAllType) return "any";
  return ts.isJSDocTypeLiteral(type) ? documentedMembers(type, inner) : undefined;
}

/** `@param {object} options` and `@param {string} options.name`: an object with these members. */
function documentedMembers(type: ts.JSDocTypeLiteral, inner: (type: ts.TypeNode) => string): string {
  const members = (type.jsDocPropertyTags ?? []).map(({ name, isBracketed, typeExpression }) => {
    const member = ts.isIdentifier(name) ? name : name.right;
    return `${member.text}${isBracketed ? "?" : ""}: ${typeExpression === undefined ? "any" : inner(typeExpression.type)}`;
  });
  const whole = `{ ${members.sort().join("; ")} }`;
  return type.isArrayType ? `Array<${whole}>` : whole;
}
