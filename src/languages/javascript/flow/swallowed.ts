import { ts } from "../../compiler.js";
import type { Strength } from "../../test-reading/strength.js";
import { chainOf, endsChain } from "../tests/call-chain.js";
import { isFunction } from "../tests/runner-call.js";
import { startLine } from "./not-run.js";
import { someBelow, type TestFrame } from "./test-frame.js";

const FAILING = /^(?:fail|unreachable|ifError|error|end|threw)$/;
/** Matchers that every error satisfies, one of a failed assertion as well. */
const ANY_ERROR =
  /^(?:toBeDefined|toBeTruthy|toBeInstanceOf|ok|exist|exists|instanceof|instanceOf|toBeNull|isDefined|isOk|truthy)$/;

/** Whether a handler lets a failed assertion pass: it does not throw again, fail, hand the error on, or look closely at it. */
function swallows(handler: ts.Node, caught: ts.BindingName | undefined, place: Place): boolean {
  const name = caught !== undefined && ts.isIdentifier(caught) ? caught.text : undefined;
  const passesOn = someBelow(handler, (node) => {
    if (ts.isThrowStatement(node)) return true;
    if (!ts.isCallExpression(node)) return isRemembered(node, handler, place);
    if (!endsChain(node)) return false;
    return isFailure(node) || inspects(node, name);
  });
  return !passesOn;
}

/** `fail()`, `assert.fail("...")`, `expect.unreachable()`, `expect(true).toBe(false)`, `assert(false)`, `process.exit(1)`. */
export function isFailure(call: ts.CallExpression): boolean {
  const { root, rootArgs, links } = chainOf(call);
  const last = links.at(-1);
  if (/^(?:console|log|logger)$/.test(root.getText())) return false;
  if (last !== undefined && last.args !== undefined && FAILING.test(last.name)) return true;
  if (last?.name === "exit") return true;
  if (
    ts.isIdentifier(root) &&
    links.length === 0 &&
    rootArgs !== undefined &&
    /^(?:fail|reject|done|cb|next)$/.test(root.text)
  ) {
    return root.text === "fail" || rootArgs.length > 0;
  }
  const [value] = rootArgs ?? last?.args ?? [];
  const isFalse = value?.kind === ts.SyntaxKind.FalseKeyword;
  const [expected] = rootArgs === undefined ? [] : (last?.args ?? []);
  if (rootArgs !== undefined && expected !== undefined) {
    const [one, other] = [value?.getText() ?? "", expected.getText()];
    const isLiteral = (text: string) => /^(?:true|false|\d+|null|undefined|"[^"]*"|'[^']*')$/.test(text);
    return isLiteral(one) && isLiteral(other) && one !== other;
  }
  return isFalse && (last === undefined || /^(?:ok|assert|true|isTrue|toBeTruthy)$/.test(last.name));
}

/** The caught error is handed to somebody, or compared with more than "an error". */
function inspects(call: ts.CallExpression, caught: string | undefined): boolean {
  const { root, rootArgs, links } = chainOf(call);
  if (caught === undefined || (ts.isIdentifier(root) && /^(?:console|log|logger)$/.test(root.text))) return false;
  const args = [...(rootArgs ?? []), ...links.flatMap((link) => link.args ?? [])];
  const isGiven = args.some((argument) => someBelow(argument, (node) => ts.isIdentifier(node) && node.text === caught));
  if (!isGiven) return false;
  return !links.some(({ name }) => ANY_ERROR.test(name)) && !(links.length === 0 && /^assert$/.test(root.getText()));
}

/** What happened is written down for somebody who looks at it later. */
function isRemembered(node: ts.Node, handler: ts.Node, { names, uses }: Place): boolean {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return false;
  const symbol = ts.isIdentifier(node.left) ? names.symbolOf(node.left) : undefined;
  if (symbol === undefined) return true;
  return (uses.read.get(symbol) ?? []).some(
    (read) =>
      read !== node.left &&
      !ts.isVariableDeclaration(read.parent) &&
      !(handler.pos <= read.pos && read.end <= handler.end),
  );
}

type Place = Pick<TestFrame, "names" | "uses">;

/** What becomes of a failure that somebody catches and keeps to himself. */
export function caughtAt(node: ts.Node, frame: Pick<TestFrame, "names" | "uses" | "body">): Strength | undefined {
  const handler = swallowingHandler(node, frame.body, frame);
  if (handler === undefined) return undefined;
  const why = `its failure is caught at line ${startLine(handler)} and goes nowhere`;
  const instead = "Take away what catches it, or throw the error again.";
  return { verdict: "void", missing: "fail", line: startLine(node), why, instead };
}

/** The handler that stands between a node and whoever would hear of its failure, if it says nothing. */
function swallowingHandler(node: ts.Node, until: ts.Node, place: Place): ts.Node | undefined {
  for (let at = node; at !== until && at.parent !== undefined; at = at.parent) {
    const { parent } = at;
    if (ts.isTryStatement(parent) && parent.tryBlock === at) {
      const { catchClause, finallyBlock } = parent;
      if (catchClause !== undefined && swallows(catchClause.block, catchClause.variableDeclaration?.name, place)) {
        return catchClause;
      }
      if (finallyBlock !== undefined && someBelow(finallyBlock, ts.isReturnStatement, false)) return finallyBlock;
    }
    const handler = handlerAfter(at, place) ?? quietReceiver(at, place);
    if (handler !== undefined) return handler;
    const thrown = throwsAround(at);
    if (thrown !== undefined) return thrown;
  }
  return until.parent === undefined ? undefined : quietReceiver(until.parent, place);
}

/** A function of the file that calls what it is given inside a `try` that says nothing: `attempt(() => ...)`. */
function quietReceiver(given: ts.Node, place: Place): ts.Node | undefined {
  if (!isFunction(given) || !ts.isCallExpression(given.parent)) return undefined;
  const { expression, arguments: args } = given.parent;
  const symbol = ts.isIdentifier(expression) ? place.names.symbolOf(expression) : undefined;
  const declaration = symbol?.declarations?.[0];
  const receiver =
    declaration !== undefined && ts.isVariableDeclaration(declaration) ? declaration.initializer : declaration;
  if (receiver === undefined || !(isFunction(receiver) || ts.isFunctionDeclaration(receiver))) return undefined;
  const { body } = receiver;
  const parameter = receiver.parameters[args.indexOf(given)]?.name;
  const asked = parameter === undefined ? undefined : place.names.symbolOf(parameter);
  if (body === undefined || asked === undefined) return undefined;
  const calls = (place.uses.read.get(asked) ?? []).map(({ parent }) => parent).filter(ts.isCallExpression);
  const handlers = calls.map((call) => swallowingHandler(call, body, place));
  return handlers.every((handler) => handler !== undefined) ? handlers[0] : undefined;
}

/** `p.catch(() => {})`, `p.then(check, () => {})`, `Promise.allSettled([p])` for what is inside `p`. */
function handlerAfter(node: ts.Node, place: Place): ts.Node | undefined {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.expression === node && ts.isCallExpression(parent.parent)) {
    const { arguments: args } = parent.parent;
    const handler = parent.name.text === "catch" ? args[0] : parent.name.text === "then" ? args[1] : undefined;
    if (handler === undefined) return undefined;
    const written = functionNamed(handler, place);
    if (written !== undefined) return swallows(written.body, written.parameters[0]?.name, place) ? handler : undefined;
    return /^(?:noop|ignore|Boolean|console\.\w+)$/i.test(handler.getText()) ? handler : undefined;
  }
  const call = ts.isArrayLiteralExpression(parent) ? parent.parent : undefined;
  return call !== undefined && ts.isCallExpression(call) && /\ballSettled$/.test(call.expression.getText())
    ? isLookedAt(call)
      ? undefined
      : call
    : undefined;
}

/** A handler that is written where it is given, or above by a name. */
function functionNamed(handler: ts.Expression, { names }: Place): ts.ArrowFunction | ts.FunctionExpression | undefined {
  if (isFunction(handler)) return handler;
  const declaration = ts.isIdentifier(handler) ? names.symbolOf(handler)?.declarations?.[0] : undefined;
  const value =
    declaration !== undefined && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return value !== undefined && isFunction(value) ? value : undefined;
}

function isLookedAt(call: ts.CallExpression): boolean {
  const { parent } = call;
  return ts.isAwaitExpression(parent) ? !ts.isExpressionStatement(parent.parent) : !ts.isExpressionStatement(parent);
}

const THROWS = /^(?:toThrow\w*|throws|throw|rejects|throwsAsync)$/i;

/** An assertion inside code that is expected to throw: its failure is what was expected. */
function throwsAround(node: ts.Node): ts.Node | undefined {
  if (!isFunction(node) || !ts.isCallExpression(node.parent)) return undefined;
  let call: ts.Node = node.parent;
  while (ts.isPropertyAccessExpression(call.parent) || ts.isCallExpression(call.parent)) {
    if (ts.isCallExpression(call.parent) && call.parent.expression !== call) break;
    call = call.parent;
  }
  if (!ts.isCallExpression(call)) return undefined;
  const words = chainOf(call).links.map(({ name }) => name);
  if (words.includes("not") || !words.some((word) => THROWS.test(word))) return undefined;
  // A pattern or a class tells one error from another.
  const args = chainOf(call).links.at(-1)?.args ?? [];
  const expected = args.filter((argument) => argument !== node);
  return expected.length === 0 ? call : undefined;
}
