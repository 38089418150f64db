import ts from "typescript";

/** Whether a node stands where a condition that is written down lets nobody come: `if (false) { ... }`. */
export function neverRuns(node: ts.Node, until: ts.Node): boolean {
  for (let at = node; at !== until && at.parent !== undefined; at = at.parent)
    if (isShutOut(at, at.parent)) return true;
  return false;
}

function isShutOut(node: ts.Node, parent: ts.Node): boolean {
  if (ts.isIfStatement(parent)) {
    const truth = truthOf(parent.expression);
    return node === parent.thenStatement ? truth === false : node === parent.elseStatement && truth === true;
  }
  if (ts.isConditionalExpression(parent)) {
    const truth = truthOf(parent.condition);
    return node === parent.whenTrue ? truth === false : node === parent.whenFalse && truth === true;
  }
  if (ts.isWhileStatement(parent)) return node === parent.statement && truthOf(parent.expression) === false;
  if (!ts.isBinaryExpression(parent) || node !== parent.right) return false;
  const { AmpersandAmpersandToken, BarBarToken } = ts.SyntaxKind;
  const truth = truthOf(parent.left);
  if (parent.operatorToken.kind === AmpersandAmpersandToken) return truth === false;
  return parent.operatorToken.kind === BarBarToken && truth === true;
}

/** Undefined where only running tells. */
function truthOf(condition: ts.Expression): boolean | undefined {
  if (ts.isParenthesizedExpression(condition)) return truthOf(condition.expression);
  if (ts.isStringLiteralLike(condition)) return condition.text !== "";
  if (ts.isNumericLiteral(condition)) return Number(condition.text) !== 0;
  if (ts.isPrefixUnaryExpression(condition) && condition.operator === ts.SyntaxKind.ExclamationToken) {
    const truth = truthOf(condition.operand);
    return truth === undefined ? undefined : !truth;
  }
  if (condition.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (condition.kind === ts.SyntaxKind.FalseKeyword || condition.kind === ts.SyntaxKind.NullKeyword) return false;
  return undefined;
}
