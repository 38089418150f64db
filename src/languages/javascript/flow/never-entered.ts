import { ts } from "../../compiler.js";
import { isFunction } from "../tests/runner-call.js";
import type { TestFrame } from "./test-frame.js";

/** The list that a loop or a method of lists goes through. */
export function loopedOver(at: ts.Node, parent: ts.Node): ts.Expression | undefined {
  if ((ts.isForOfStatement(parent) || ts.isForInStatement(parent)) && at === parent.statement) return parent.expression;
  const isCallback = ts.isCallExpression(parent) && isFunction(at) && ts.isPropertyAccessExpression(parent.expression);
  if (!isCallback || !ts.isPropertyAccessExpression(parent.expression)) return undefined;
  return /^(?:forEach|map|filter|every|some|flatMap|reduce)$/.test(parent.expression.name.text)
    ? parent.expression.expression
    : undefined;
}

/** Below a `return` or `throw` of its block, or in a loop whose condition does not hold. */
export function neverEntered(at: ts.Node, parent: ts.Node, { constants }: Pick<TestFrame, "constants">): boolean {
  if ((ts.isBlock(parent) || ts.isCaseOrDefaultClause(parent)) && ts.isStatement(at)) {
    if (ts.isFunctionDeclaration(at)) return false;
    const before = parent.statements.slice(0, parent.statements.indexOf(at));
    return before.some((statement) => leaves(statement, constants));
  }
  if (ts.isWhileStatement(parent)) return at === parent.statement && constants.truthOf(parent.expression) === false;
  if (!ts.isForStatement(parent) || at !== parent.statement || parent.condition === undefined) return false;
  return neverLoops(parent) || constants.truthOf(parent.condition) === false;
}

/** `for (let i = 0; i < 0; i++)`. */
function neverLoops({ initializer, condition }: ts.ForStatement): boolean {
  const [first] =
    initializer !== undefined && ts.isVariableDeclarationList(initializer) ? initializer.declarations : [];
  if (first?.initializer === undefined || condition === undefined || !ts.isBinaryExpression(condition)) return false;
  if (condition.left.getText() !== first.name.getText()) return false;
  const [from, to] = [Number(first.initializer.getText()), Number(condition.right.getText())];
  if (Number.isNaN(from) || Number.isNaN(to)) return false;
  const { LessThanToken, LessThanEqualsToken, GreaterThanToken } = ts.SyntaxKind;
  const { kind } = condition.operatorToken;
  if (kind === LessThanToken) return from >= to;
  if (kind === LessThanEqualsToken) return from > to;
  return kind === GreaterThanToken && from <= to;
}

/** Whether nothing comes past a statement. */
function leaves(statement: ts.Statement, constants: TestFrame["constants"]): boolean {
  if (ts.isReturnStatement(statement) || ts.isThrowStatement(statement)) return true;
  if (ts.isBreakOrContinueStatement(statement)) return true;
  if (ts.isExpressionStatement(statement))
    return /^(?:this\.skip|\w+\.skip|skip)\(/.test(statement.getText()) && leavesBySkip(statement);
  if (ts.isBlock(statement)) return statement.statements.some((each) => leaves(each, constants));
  if (!ts.isIfStatement(statement)) return false;
  const truth = constants.truthOf(statement.expression);
  const { thenStatement, elseStatement } = statement;
  if (truth === true) return leaves(thenStatement, constants);
  const leavesElse = elseStatement !== undefined && leaves(elseStatement, constants);
  return truth === false ? leavesElse : leavesElse && leaves(thenStatement, constants);
}

/** mocha's `this.skip()` and vitest's `context.skip()` end the test there; node:test's only says so. */
function leavesBySkip(statement: ts.Node): boolean {
  if (!ts.isExpressionStatement(statement)) return false;
  const { expression } = statement;
  return ts.isCallExpression(expression) && /^(?:this|ctx|context)\.skip$|^skip$/.test(expression.expression.getText());
}
