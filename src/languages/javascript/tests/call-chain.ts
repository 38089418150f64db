import { ts } from "../../compiler.js";

/** One step of a chain: `.not`, or `.toBe(3)` with its arguments. */
export type Link = { readonly name: string; readonly args?: readonly ts.Expression[] };

/** `expect(x).not.toBe(3)`: its first expression, the arguments of its first call, and the steps. */
export type CallChain = {
  readonly root: ts.Expression;
  readonly rootArgs?: readonly ts.Expression[];
  readonly links: readonly Link[];
};

export function chainOf(expression: ts.Expression): CallChain {
  if (
    ts.isParenthesizedExpression(expression) ||
    ts.isNonNullExpression(expression) ||
    ts.isAwaitExpression(expression)
  ) {
    return chainOf(expression.expression);
  }
  if (ts.isPropertyAccessExpression(expression)) {
    const inner = chainOf(expression.expression);
    return { ...inner, links: [...inner.links, { name: expression.name.text }] };
  }
  if (ts.isElementAccessExpression(expression) && ts.isStringLiteralLike(expression.argumentExpression)) {
    const inner = chainOf(expression.expression);
    return { ...inner, links: [...inner.links, { name: expression.argumentExpression.text }] };
  }
  if (ts.isCallExpression(expression)) return chainOfCall(expression);
  return { root: expression, links: [] };
}

function chainOfCall(call: ts.CallExpression): CallChain {
  const inner = chainOf(call.expression);
  const last = inner.links.at(-1);
  if (last === undefined) return inner.rootArgs === undefined ? { ...inner, rootArgs: call.arguments } : inner;
  return { ...inner, links: [...inner.links.slice(0, -1), { ...last, args: call.arguments }] };
}

export const PROMISE_STEPS = new Set(["then", "catch", "finally"]);

/** Whether a chain ends here: nothing follows, or only an await. */
export function endsChain(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isCallExpression(parent)) return parent.expression !== node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression !== node || PROMISE_STEPS.has(parent.name.text);
  if (ts.isParenthesizedExpression(parent) || ts.isNonNullExpression(parent)) return endsChain(parent);
  return true;
}
