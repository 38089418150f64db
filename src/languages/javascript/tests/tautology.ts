import { ts } from "../../compiler.js";
import { isPrimitiveConstant } from "./primitive-constant.js";

/** Whether an assertion over these operands cannot fail: constants only, or a value compared with itself. */
export function isTautology(operands: readonly ts.Expression[], comparesForEquality: boolean): boolean {
  if (operands.every(isConstant)) return true;
  const [left, right] = operands;
  if (!comparesForEquality || left === undefined || right === undefined) return false;
  return isReference(left) && left.getText() === right.getText();
}

function isConstant(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return isConstant(node.expression);
  if (ts.isLiteralExpression(node)) return true;
  if (ts.isIdentifier(node)) return isWordForValue(node) || isPrimitiveConstant(node);
  if (ts.isPrefixUnaryExpression(node)) return isConstant(node.operand);
  if (ts.isBinaryExpression(node)) return isConstant(node.left) && isConstant(node.right);
  if (ts.isArrayLiteralExpression(node)) return node.elements.every(isConstant);
  if (ts.isObjectLiteralExpression(node)) {
    return node.properties.every((property) => ts.isPropertyAssignment(property) && isConstant(property.initializer));
  }
  const { TrueKeyword, FalseKeyword, NullKeyword } = ts.SyntaxKind;
  return node.kind === TrueKeyword || node.kind === FalseKeyword || node.kind === NullKeyword;
}

function isWordForValue({ text }: ts.Identifier): boolean {
  return text === "undefined" || text === "NaN" || text === "Infinity";
}

/** A name or a path of names. Two calls may return different values, so comparing them is meaningful. */
function isReference(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return true;
  return ts.isPropertyAccessExpression(node) && isReference(node.expression);
}

/** Whether a node is always reached when its function runs to the end. Elsewhere, "true" can mean "got here". */
export function isStraightLine(node: ts.Node, until: ts.Node): boolean {
  for (let at = node; at !== until; at = at.parent) {
    if (ts.isFunctionLike(at) || ts.isSourceFile(at) || isBranch(at)) return false;
  }
  return true;
}

function isBranch(node: ts.Node): boolean {
  return (
    ts.isIfStatement(node) ||
    ts.isConditionalExpression(node) ||
    ts.isCatchClause(node) ||
    ts.isCaseOrDefaultClause(node) ||
    ts.isIterationStatement(node, false)
  );
}
