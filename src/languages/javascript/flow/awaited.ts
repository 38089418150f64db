import { ts } from "../../compiler.js";
import { isFunction } from "../tests/runner-call.js";
import type { TestFrame } from "./test-frame.js";

const STEPS = /^(?:then|catch|finally)$/;
const COMBINES = /^(?:all|allSettled|race|any|resolve|map|flatMap|filter|concat)$/;

/** Whether somebody waits for a promise: it is awaited, returned, handed on, or kept under a name that is read. */
export function isAwaited(promise: ts.Node, frame: TestFrame): boolean {
  let node = promise;
  for (;;) {
    const { parent } = node;
    if (parent === undefined || node === frame.body) return true;
    if (ts.isExpressionStatement(parent) || ts.isVoidExpression(parent)) return mentionsEnd(node, frame);
    if (ts.isAwaitExpression(parent) || ts.isYieldExpression(parent) || ts.isForOfStatement(parent)) return true;
    if (ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === node)) {
      const owner = ts.isArrowFunction(parent) ? parent : functionAround(parent);
      if (owner === undefined || owner.body === frame.body) return true;
      const call = owner.parent;
      if (!ts.isCallExpression(call) || !isStep(call, [STEPS, COMBINES])) return true;
      node = call;
    } else if (ts.isVariableDeclaration(parent)) {
      return !ts.isIdentifier(parent.name) || frame.isRead(parent.name) || mentionsEnd(node, frame);
    } else if (ts.isCallExpression(parent) && parent.expression !== node && !isStep(parent, [COMBINES])) {
      return true;
    } else if (ts.isBinaryExpression(parent)) {
      if (parent.operatorToken.kind === ts.SyntaxKind.EqualsToken) return true;
      node = parent;
    } else node = parent;
  }
}

/** Whether a call is one of these methods. */
function isStep({ expression }: ts.CallExpression, words: readonly RegExp[]): boolean {
  return ts.isPropertyAccessExpression(expression) && words.some((word) => word.test(expression.name.text));
}

/** The test says by itself when it is over: `done()`, `t.end()`. Whoever waits for that waits for what is before it. */
function mentionsEnd(node: ts.Node, { endings }: TestFrame): boolean {
  if (endings === "counted") return true;
  if (endings.length === 0) return false;
  let found = false;
  const visit = (at: ts.Node): void => {
    if (ts.isIdentifier(at) && endings.includes(at.text)) found = true;
    if (!found) ts.forEachChild(at, visit);
  };
  visit(node);
  return found;
}

export function functionAround(node: ts.Node): ts.FunctionLikeDeclaration | undefined {
  for (let at: ts.Node | undefined = node.parent; at !== undefined; at = at.parent) {
    if (isFunction(at) || ts.isFunctionDeclaration(at) || ts.isMethodDeclaration(at)) return at;
  }
  return undefined;
}
