import { ts } from "../../compiler.js";
import { COUNTS, lesserStrength, type Strength } from "../../test-reading/strength.js";
import { isFunction } from "../tests/runner-call.js";
import { isAwaited } from "./awaited.js";
import { conditionOf, underCondition } from "./conditions.js";
import { loopedOver, neverEntered } from "./never-entered.js";
import { notRun, REACHABLE, short, startLine } from "./not-run.js";
import { caughtAt, isFailure } from "./swallowed.js";
import { someBelow, type TestFrame } from "./test-frame.js";
import { callersOf } from "./value-flow.js";

const PROMISE = /^(?:then|catch|finally)$/;
/** What a test itself would have to raise. */
const LISTENS = /^(?:on|once|addListener|addEventListener|prependListener)$/;
const LATER = /^(?:setTimeout|setImmediate|setInterval|nextTick|queueMicrotask)$/;

/** Whether the run of a test comes to a place in it, and is not over by then. */
export function reached(node: ts.Node, frame: TestFrame, open: ReadonlySet<ts.Node> = new Set()): Strength {
  let doubt: Strength = COUNTS;
  for (let at = node; at !== frame.body && at.parent !== undefined; at = at.parent) {
    if (at.parent === frame.body.parent && ts.isFunctionLike(at.parent)) break;
    const step = stepOut(at, frame, open);
    if (step.end !== undefined) return lesserStrength([doubt, step.end]);
    if (step.doubt !== undefined) doubt = lesserStrength([doubt, step.doubt]);
    if (doubt.verdict === "void") return doubt;
  }
  return doubt;
}

function restsOnSubject(node: ts.Node, { flow }: TestFrame): boolean {
  return flow.originOf([node]).subject;
}

/** A list with something in it, whatever that gives. */
function isWrittenOut(list: ts.Expression): boolean {
  return ts.isArrayLiteralExpression(list) && list.elements.some((each) => !ts.isSpreadElement(each));
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
  if (list !== undefined && ts.isForOfStatement(parent) && !isWrittenOut(list) && restsOnSubject(list, frame)) {
    const why = `it runs once for each of ${short(list)}, which may be none; say how many there must be`;
    return { doubt: { verdict: "unclear", line: startLine(at), why } };
  }
  if (neverEntered(at, parent, frame)) {
    return { doubt: notRun(at, "it stands where the run never comes", REACHABLE) };
  }
  return ts.isFunctionLike(at) ? throughFunction(at, frame, open) : {};
}

/** In a `catch`: something must see to it that the test fails where nothing is thrown. */
function afterThrow(clause: ts.CatchClause, frame: TestFrame): Strength {
  if (frame.endings === "counted") return COUNTS;
  const fails = (node: ts.Node) => ts.isThrowStatement(node) || (ts.isCallExpression(node) && isFailure(node));
  if (someBelow(clause.parent.tryBlock, fails) || failsAfter(clause.parent, fails)) return COUNTS;
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
  // Who only calls itself is called by nobody.
  if (open.has(at)) return { end: notRun(at, "it stands in a function that only calls itself", REACHABLE) };
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
  const owner = memberOwner(at);
  if (owner !== undefined && !frame.isRead(owner)) return { end: notCalled(at, owner) };
  if (!isNamed(at)) return {};
  const name = nameOf(at);
  if (name !== undefined && callers.length === 0 && frame.isUnused(name)) return { end: notCalled(at, name) };
  if (name === undefined || frame.isRead(name)) {
    const inside = callers.filter(({ call: each }) => !isInside(each, at));
    if (name !== undefined && callers.length > 0 && inside.length === 0) return { end: notCalled(at, name) };
    const found = inside.map(({ call: each, calls }): Strength => {
      if (calls && isAsyncFunction(at) && !isAwaited(each, frame)) return notAwaited(each);
      if (calls && isGenerator(at) && ts.isExpressionStatement(each.parent)) {
        return notIterated(each);
      }
      const caught = isInside(each, frame.body) ? caughtAt(each, frame) : undefined;
      if (caught !== undefined) return caught;
      return isInside(each, frame.body) ? reached(each, frame, new Set([...open, at])) : COUNTS;
    });
    const best = found.find(({ verdict }) => verdict === "counts") ?? found[0];
    return { end: best ?? COUNTS };
  }
  return { end: notCalled(at, name) };
}

/** The name of the class or object whose member a function is, where it has one. */
function memberOwner(at: ts.Node): ts.Identifier | undefined {
  const isMember = ts.isMethodDeclaration(at) || ts.isPropertyAssignment(at.parent);
  const owner = ts.isMethodDeclaration(at) ? at.parent : at.parent.parent;
  if (!isMember || owner === undefined) return undefined;
  if (ts.isClassDeclaration(owner)) return owner.name;
  if (!ts.isObjectLiteralExpression(owner) || !ts.isVariableDeclaration(owner.parent)) return undefined;
  return ts.isIdentifier(owner.parent.name) ? owner.parent.name : undefined;
}

export function notIterated(call: ts.Node): Strength {
  return notRun(call, "it stands in a generator that nobody goes through", REACHABLE);
}

export function isGenerator(at: ts.Node): boolean {
  return (ts.isFunctionDeclaration(at) || ts.isFunctionExpression(at)) && at.asteriskToken !== undefined;
}

function notCalled(at: ts.Node, name: ts.Identifier): Strength {
  return notRun(at, `it stands in ${name.text}, which nobody calls`, `Call ${name.text} in the test.`);
}

export function notAwaited(at: ts.Node): Strength {
  const why = "nobody waits for it: the promise is neither awaited nor returned";
  return {
    verdict: "void",
    missing: "fail",
    line: startLine(at),
    why,
    instead: "Await it, or return it from the test.",
  };
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
  if (
    LISTENS.test(method) &&
    ts.isPropertyAccessExpression(expression) &&
    isNeverRaised(expression.expression, frame)
  ) {
    return {
      end: notRun(call, `nobody raises what ${method} waits for`, "Let the module raise it, or call the listener."),
    };
  }
  if (LATER.test(method) && isOverBefore(call, frame)) {
    return {
      end: notRun(call, `it runs in ${method}, after the test is over`, "Wait for it: await a promise, or call done."),
    };
  }
  return {};
}

/** A listener of something that the test made, that nobody else has, and that it never tells anything. */
function isNeverRaised(owner: ts.Expression, { flow, names, uses }: TestFrame): boolean {
  const symbol = ts.isIdentifier(owner) ? names.symbolOf(owner) : undefined;
  const declaration = symbol?.declarations?.[0];
  if (symbol === undefined || declaration === undefined || !ts.isVariableDeclaration(declaration)) return false;
  const { initializer } = declaration;
  if (initializer === undefined || flow.originOf([initializer]).subject) return false;
  return (uses.read.get(symbol) ?? []).every(
    ({ parent }) => parent === declaration || (ts.isPropertyAccessExpression(parent) && LISTENS.test(parent.name.text)),
  );
}

function isOverBefore(call: ts.CallExpression, { body, endings }: TestFrame): boolean {
  if (endings === "counted" || endsItself(body, endings)) return false;
  const waits = (node: ts.Node) => ts.isAwaitExpression(node) || ts.isReturnStatement(node) || ts.isNewExpression(node);
  return !someBelow(body, waits) && ts.isBlock(body) && !/[fF]akeTimers|clock/.test(call.getSourceFile().text);
}

/** The test says by itself when it is over. */
function endsItself(body: ts.Node, endings: readonly string[]): boolean {
  return someBelow(body, (node) => {
    if (!ts.isCallExpression(node)) return ts.isIdentifier(node) && isHandedOn(node, endings);
    const { expression } = node;
    if (ts.isIdentifier(expression)) return endings.includes(expression.text);
    if (!ts.isPropertyAccessExpression(expression) || !ts.isIdentifier(expression.expression)) return false;
    return endings.includes(expression.expression.text) && /^(?:end|done|waitFor)$/.test(expression.name.text);
  });
}

function isHandedOn({ text, parent }: ts.Identifier, endings: readonly string[]): boolean {
  return endings.includes(text) && ts.isCallExpression(parent);
}

/** In `.catch(...)`: where the promise is fulfilled, nobody comes here. */
function afterRejection(call: ts.CallExpression, method: string, frame: TestFrame): Strength {
  if (frame.endings === "counted") return COUNTS;
  const fails = (node: ts.Node) => ts.isThrowStatement(node) || (ts.isCallExpression(node) && isFailure(node));
  const before = method === "then" ? call.arguments[0] : call.expression;
  if (before !== undefined && someBelow(before, fails)) return COUNTS;
  const isKept =
    !ts.isExpressionStatement(call.parent) && !ts.isReturnStatement(call.parent) && !ts.isAwaitExpression(call.parent);
  if (isKept) return COUNTS;
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
