import { ts } from "../../compiler.js";

/** Whether a node stands where nobody comes: under `if (false)`, or below a `return` or `throw` of its block. */
export function neverRuns(node: ts.Node, until: ts.Node): boolean {
  for (let at = node; at !== until && at.parent !== undefined; at = at.parent)
    if (isShutOut(at, at.parent)) return true;
  return false;
}

function isShutOut(node: ts.Node, parent: ts.Node): boolean {
  if ((ts.isBlock(parent) || ts.isCaseOrDefaultClause(parent)) && ts.isStatement(node)) {
    // A function that is declared below a return is there all the same.
    return !ts.isFunctionDeclaration(node) && isBelowExit(node, parent.statements);
  }
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

/** By their list: a test of thousands of lines asks for each of them. */
const FIRST_EXITS = new WeakMap<readonly ts.Statement[], ts.Statement | null>();

function isBelowExit(node: ts.Node, statements: readonly ts.Statement[]): boolean {
  const known = FIRST_EXITS.get(statements);
  const exit = known === undefined ? (statements.find(leaves) ?? null) : known;
  FIRST_EXITS.set(statements, exit);
  return exit !== null && node.pos >= exit.end;
}

/** Whether nothing comes past a statement. */
function leaves(statement: ts.Statement): boolean {
  if (ts.isReturnStatement(statement) || ts.isThrowStatement(statement)) return true;
  if (ts.isBlock(statement)) return statement.statements.some(leaves);
  if (!ts.isIfStatement(statement)) return false;
  const truth = truthOf(statement.expression);
  const { thenStatement, elseStatement } = statement;
  if (truth === true) return leaves(thenStatement);
  const leavesElse = elseStatement !== undefined && leaves(elseStatement);
  return truth === false ? leavesElse : leavesElse && leaves(thenStatement);
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
