import { ts } from "../../compiler.js";
import { boundNames } from "./script-links.js";

/**
 * Whether a name is a primitive constant with a literal value: `const r = 1`. A list or an object may have been changed
 * by other code, so an assertion about it is meaningful.
 */
export function isPrimitiveConstant(name: ts.Identifier): boolean {
  for (let at: ts.Node = name; at.parent !== undefined; at = at.parent) {
    const declared = declarationIn(at.parent, name.text);
    if (declared !== undefined) return declared !== "bound" && isPrimitive(declared);
  }
  return false;
}

/** The value of a constant in a scope by this name; "bound" if the scope declares the name in another way. */
function declarationIn(scope: ts.Node, name: string): ts.Expression | "bound" | undefined {
  if (ts.isFunctionLike(scope)) {
    return scope.parameters.some((parameter) => boundNames(parameter.name).includes(name)) ? "bound" : undefined;
  }
  if (ts.isForStatement(scope) || ts.isForInStatement(scope) || ts.isForOfStatement(scope)) {
    const list = scope.initializer;
    const isBound = list !== undefined && ts.isVariableDeclarationList(list) && declares(list, name) !== undefined;
    return isBound ? "bound" : undefined;
  }
  if (ts.isCatchClause(scope)) {
    const caught = scope.variableDeclaration;
    return caught !== undefined && boundNames(caught.name).includes(name) ? "bound" : undefined;
  }
  if (!ts.isBlock(scope) && !ts.isSourceFile(scope) && !ts.isCaseOrDefaultClause(scope)) return undefined;
  const found = variablesOf(scope).get(name);
  if (found === undefined) return undefined;
  const isConstant = (ts.getCombinedNodeFlags(found) & ts.NodeFlags.Const) !== 0 && ts.isIdentifier(found.name);
  return isConstant ? (found.initializer ?? "bound") : "bound";
}

/** Cached by scope, because a test of thousands of lines asks for each name. */
const VARIABLES = new WeakMap<ts.Node, ReadonlyMap<string, ts.VariableDeclaration>>();

function variablesOf(
  scope: ts.Block | ts.SourceFile | ts.CaseOrDefaultClause,
): ReadonlyMap<string, ts.VariableDeclaration> {
  const known = VARIABLES.get(scope);
  if (known !== undefined) return known;
  const found = new Map<string, ts.VariableDeclaration>();
  for (const statement of scope.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const declaration of statement.declarationList.declarations) {
      for (const name of boundNames(declaration.name)) if (!found.has(name)) found.set(name, declaration);
    }
  }
  VARIABLES.set(scope, found);
  return found;
}

function declares(list: ts.VariableDeclarationList, name: string): ts.VariableDeclaration | undefined {
  return list.declarations.find((declaration) => boundNames(declaration.name).includes(name));
}

function isPrimitive(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return isPrimitive(node.expression);
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) return true;
  if (ts.isPrefixUnaryExpression(node)) return isPrimitive(node.operand);
  const { TrueKeyword, FalseKeyword, NullKeyword } = ts.SyntaxKind;
  return node.kind === TrueKeyword || node.kind === FalseKeyword || node.kind === NullKeyword;
}
