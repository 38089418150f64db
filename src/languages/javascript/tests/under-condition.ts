import { ts } from "../../compiler.js";

/** What registers tests only under a condition that running decides is judged as not run. */
export function isUnderCondition(call: ts.CallExpression): boolean {
  for (let node: ts.Node = call; node.parent !== undefined; node = node.parent) {
    const { parent } = node;
    if (ts.isFunctionLike(parent)) return false;
    const isBranch =
      (ts.isIfStatement(parent) && node !== parent.expression && !isAlways(parent.expression)) ||
      (ts.isConditionalExpression(parent) && node !== parent.condition) ||
      ts.isCaseOrDefaultClause(parent) ||
      (ts.isBinaryExpression(parent) && node === parent.right && isLogical(parent.operatorToken.kind));
    if (isBranch) return true;
  }
  return false;
}

function isAlways({ kind }: ts.Expression): boolean {
  return kind === ts.SyntaxKind.TrueKeyword;
}

function isLogical(kind: ts.SyntaxKind): boolean {
  return kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken;
}
