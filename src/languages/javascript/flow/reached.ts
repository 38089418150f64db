import { ts } from "../../compiler.js";
import { lesserStrength, type Strength } from "../../test-reading/strength.js";
import { lineOf } from "../parse-script.js";
import { isFunction } from "../tests/runner-call.js";
import { isAwaited } from "./awaited.js";
import { loopedOver, neverEntered } from "./never-entered.js";
import { isFailure } from "./swallowed.js";
import { someBelow, type TestFrame } from "./test-frame.js";
import { callersOf } from "./value-flow.js";

const COUNTED_AS_RUN: Strength = { verdict: "counts" };
const PROMISE = /^(?:then|catch|finally)$/;
const LATER = /^(?:setTimeout|setImmediate|setInterval|nextTick|queueMicrotask)$/;
const ENVIRONMENT =
  /\bprocess\.(?:env|platform|arch|versions?|argv|stdout|stdin)\b|\bimport\.meta\.env\b|\bprocess\.release\b/;

/** Whether the run of a test comes to a place in it, and is not over by then. */
export function reached(node: ts.Node, frame: TestFrame, open: ReadonlySet<ts.Node> = new Set()): Strength {
  let doubt: Strength = COUNTED_AS_RUN;
  for (let at = node; at !== frame.body && at.parent !== undefined; at = at.parent) {
    if (at.parent === frame.body.parent && ts.isFunctionLike(at.parent)) break;
    const step = stepOut(at, frame, open);
    if (step.end !== undefined) return lesserStrength([doubt, step.end]);
    if (step.doubt !== undefined) doubt = lesserStrength([doubt, step.doubt]);
    if (doubt.verdict === "void") return doubt;
  }
  return doubt;
}

type Step = { readonly doubt?: Strength; readonly end?: Strength };

function stepOut(at: ts.Node, frame: TestFrame, open: ReadonlySet<ts.Node>): Step {
  const { parent } = at;
  const condition = conditionOf(at, parent);
  if (condition !== undefined) return { doubt: underCondition(condition, frame) };
  if (ts.isCatchClause(parent)) return { doubt: afterThrow(parent, frame) };
  const list = loopedOver(at, parent);
  if (list !== undefined && frame.constants.isEmpty(list)) {
    return {
      doubt: notRun(at, `it stands in a loop over nothing (${short(list)})`, "Loop over values written in the test."),
    };
  }
  if (list !== undefined && ts.isForOfStatement(parent) && restsOnSubject(list, frame)) {
    const why = `it runs once for each of ${short(list)}, which may be none; say how many there must be`;
    return { doubt: { verdict: "unclear", line: line(at), why } };
  }
  if (neverEntered(at, parent, frame)) {
    return { doubt: notRun(at, "it stands where the run never comes", REACHABLE) };
  }
  return ts.isFunctionLike(at) ? throughFunction(at, frame, open) : {};
}

const REACHABLE = "Let the assertion be a statement of the test itself.";

function notRun(at: ts.Node, why: string, instead: string): Strength {
  return { verdict: "void", missing: "run", line: line(at), why, instead };
}

function line(node: ts.Node): number {
  return lineOf(node.getSourceFile(), node.getStart());
}

function short(node: ts.Node): string {
  const text = node.getText().replace(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

type Condition = { readonly test: ts.Expression; readonly runsIf: boolean; readonly other: ts.Node | undefined };

/** The condition under which a node runs, and what runs otherwise. */
function conditionOf(at: ts.Node, parent: ts.Node): Condition | undefined {
  if (ts.isIfStatement(parent) && at !== parent.expression) {
    const runsIf = at === parent.thenStatement;
    return { test: parent.expression, runsIf, other: runsIf ? parent.elseStatement : parent.thenStatement };
  }
  if (ts.isConditionalExpression(parent) && at !== parent.condition) {
    const runsIf = at === parent.whenTrue;
    return { test: parent.condition, runsIf, other: runsIf ? parent.whenFalse : parent.whenTrue };
  }
  if (ts.isBinaryExpression(parent) && at === parent.right && ts.isExpressionStatement(parent.parent)) {
    const { AmpersandAmpersandToken, BarBarToken } = ts.SyntaxKind;
    const { kind } = parent.operatorToken;
    if (kind === AmpersandAmpersandToken || kind === BarBarToken) {
      return { test: parent.left, runsIf: kind === AmpersandAmpersandToken, other: undefined };
    }
  }
  return undefined;
}

function underCondition({ test, runsIf, other }: Condition, frame: TestFrame): Strength {
  const truth = frame.constants.truthOf(test);
  if (truth !== undefined) {
    if (truth === runsIf) return COUNTED_AS_RUN;
    return notRun(test, `the condition (${short(test)}) is never met`, "Take the condition away.");
  }
  if (other !== undefined && someBelow(other, (node) => ts.isCallExpression(node) || ts.isThrowStatement(node))) {
    return COUNTED_AS_RUN;
  }
  if (isOfEnvironment(test, frame)) {
    const why = `whether it runs depends on the environment (${short(test)})`;
    return notRun(test, why, "Assert in every environment, or set up the one that the clause is about.");
  }
  if (restsOnSubject(test, frame)) {
    const why = `it runs only if ${short(test)}, and nothing fails otherwise`;
    return notRun(test, why, `Assert the condition first, or fail in the other case.`);
  }
  return { verdict: "unclear", line: line(test), why: `it runs only if ${short(test)}` };
}

/** By itself, or by what its names were set to. */
function isOfEnvironment(test: ts.Expression, { constants }: TestFrame): boolean {
  return someBelow(test, (node) => {
    if (ts.isPropertyAccessExpression(node)) return ENVIRONMENT.test(node.getText());
    return ts.isIdentifier(node) && ENVIRONMENT.test(constants.settledValue(node).getText());
  });
}

function restsOnSubject(node: ts.Node, { flow }: TestFrame): boolean {
  return flow.originOf([node]).subject;
}

/** In a `catch`: something must see to it that the test fails where nothing is thrown. */
function afterThrow(clause: ts.CatchClause, frame: TestFrame): Strength {
  if (frame.endings === "counted") return COUNTED_AS_RUN;
  const fails = (node: ts.Node) => ts.isThrowStatement(node) || (ts.isCallExpression(node) && isFailure(node));
  if (someBelow(clause.parent.tryBlock, fails) || failsAfter(clause.parent, fails)) return COUNTED_AS_RUN;
  const why = "it runs only when something is thrown, and nothing fails when nothing is thrown";
  return notRun(clause, why, "Expect the throw itself: expect(() => ...).toThrow(...), or assert.throws.");
}

function failsAfter(statement: ts.Statement, fails: (node: ts.Node) => boolean): boolean {
  const { parent } = statement;
  if (!ts.isBlock(parent)) return false;
  return parent.statements.slice(parent.statements.indexOf(statement) + 1).some((next) => someBelow(next, fails));
}

/** Out of a function: to whoever calls it. */
function throughFunction(at: ts.Node, frame: TestFrame, open: ReadonlySet<ts.Node>): Step {
  if (open.has(at)) return {};
  const call = at.parent;
  if (ts.isCallExpression(call) && isFunction(at) && call.expression !== at) return givenTo(at, call, frame);
  const callers = callersOf(at, { uses: frame.uses, symbolOf: frame.names.symbolOf });
  const isCalledAtOnce = callers.length === 1 && callers[0]?.calls === true && isInside(at, callers[0].call);
  if (isCalledAtOnce) {
    const [caller] = callers;
    const isAsync =
      (ts.getCombinedModifierFlags(at as ts.FunctionDeclaration) & ts.ModifierFlags.Async) !== 0 || isAsyncFunction(at);
    if (caller !== undefined && isAsync && !isAwaited(caller.call, frame)) return { end: notAwaited(at) };
    return {};
  }
  if (!isNamed(at)) return {};
  const name = nameOf(at);
  if (name === undefined || frame.isRead(name)) {
    const inside = callers.filter(({ call: each }) => !isInside(each, at));
    if (name !== undefined && callers.length > 0 && inside.length === 0) return { end: notCalled(at, name) };
    const found = inside.map(({ call: each, calls }): Strength => {
      if (calls && isAsyncFunction(at) && !isAwaited(each, frame)) return notAwaited(each);
      return isInside(each, frame.body) ? reached(each, frame, new Set([...open, at])) : COUNTED_AS_RUN;
    });
    const best = found.find(({ verdict }) => verdict === "counts") ?? found[0];
    return { end: best ?? COUNTED_AS_RUN };
  }
  return { end: notCalled(at, name) };
}

function notCalled(at: ts.Node, name: ts.Identifier): Strength {
  return notRun(at, `it stands in ${name.text}, which nobody calls`, `Call ${name.text} in the test.`);
}

export function notAwaited(at: ts.Node): Strength {
  const why = "nobody waits for it: the promise is neither awaited nor returned";
  return { verdict: "void", missing: "fail", line: line(at), why, instead: "Await it, or return it from the test." };
}

export function isAsyncFunction(node: ts.Node): boolean {
  return (
    ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)
  );
}

/** A callback: it runs if it is given to somebody who calls it, and counts if the test waits for it. */
function givenTo(at: ts.Node, call: ts.CallExpression, frame: TestFrame): Step {
  const { expression } = call;
  const method = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
  const place = call.arguments.indexOf(at as ts.Expression);
  if (PROMISE.test(method)) {
    if (!isAwaited(call, frame)) return { end: notAwaited(call) };
    const onlyRejected = (method === "catch" && place === 0) || (method === "then" && place === 1);
    return onlyRejected ? { doubt: afterRejection(call, method, frame) } : {};
  }
  if (method === "forEach" && isAsyncFunction(at)) return { end: notAwaited(call) };
  if (/^(?:map|waitFor|waitUntil|eventually)$/.test(method) && isAsyncFunction(at) && !isAwaited(call, frame)) {
    return { end: notAwaited(call) };
  }
  if (LATER.test(method) && isOverBefore(call, frame)) {
    return {
      end: notRun(call, `it runs in ${method}, after the test is over`, "Wait for it: await a promise, or call done."),
    };
  }
  return {};
}

function isOverBefore(call: ts.CallExpression, { body, endings }: TestFrame): boolean {
  if (endings === "counted" || endings.length > 0) return false;
  const waits = (node: ts.Node) => ts.isAwaitExpression(node) || ts.isReturnStatement(node) || ts.isNewExpression(node);
  return !someBelow(body, waits) && ts.isBlock(body) && !/[fF]akeTimers|clock/.test(call.getSourceFile().text);
}

/** In `.catch(...)`: where the promise is fulfilled, nobody comes here. */
function afterRejection(call: ts.CallExpression, method: string, frame: TestFrame): Strength {
  if (frame.endings === "counted") return COUNTED_AS_RUN;
  const fails = (node: ts.Node) => ts.isThrowStatement(node) || (ts.isCallExpression(node) && isFailure(node));
  const before = method === "then" ? call.arguments[0] : call.expression;
  if (before !== undefined && someBelow(before, fails)) return COUNTED_AS_RUN;
  const isKept =
    !ts.isExpressionStatement(call.parent) && !ts.isReturnStatement(call.parent) && !ts.isAwaitExpression(call.parent);
  if (isKept) return COUNTED_AS_RUN;
  const why = "it runs only when the promise is rejected, and nothing fails when it is fulfilled";
  return notRun(call, why, "Expect the rejection itself: await expect(...).rejects.toThrow(...), or assert.rejects.");
}

function isInside(inner: ts.Node, outer: ts.Node): boolean {
  return outer.pos <= inner.pos && inner.end <= outer.end && inner !== outer;
}

function isNamed(node: ts.Node): boolean {
  return ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node.parent);
}

function nameOf(node: ts.Node): ts.Identifier | undefined {
  if (ts.isFunctionDeclaration(node)) return node.name;
  return ts.isVariableDeclaration(node.parent) && ts.isIdentifier(node.parent.name) ? node.parent.name : undefined;
}
