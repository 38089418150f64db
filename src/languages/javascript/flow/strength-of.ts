import { ts } from "../../compiler.js";
import type { Origin } from "../../test-reading/origin.js";
import { COUNTS, type Strength } from "../../test-reading/strength.js";
import { subjectStrength } from "../../test-reading/subject-strength.js";
import { lineOf } from "../parse-script.js";
import { type CallChain, chainOf } from "../tests/call-chain.js";
import { isFunction } from "../tests/runner-call.js";
import { isAwaited } from "./awaited.js";
import { canDiffer } from "./can-fail.js";
import { comparedBy } from "./compared.js";
import { isValueName } from "./names.js";
import { reached } from "./reached.js";
import { caughtAt, isFailure } from "./swallowed.js";
import { someBelow, type TestFrame } from "./test-frame.js";

/** Whether the run comes to an assertion, and would end as failed if it fails. */
export function placeStrength(node: ts.Node, frame: TestFrame): Strength {
  const silent = showsSilence(node);
  if (silent !== undefined) return caughtAt(silent, frame) ?? reached(silent, frame);
  // The condition of a `throw` is what is asserted.
  const place = reached(ts.isThrowStatement(node) ? deciderOf(node) : node, frame);
  if (place.verdict === "void") return place;
  return caughtAt(node, frame) ?? place;
}

const PROMISED =
  /^(?:resolves|rejects|eventually|rejected|rejectedWith|fulfilled|toReject\w*|toResolve|doesNotReject)$/;

/** Whether an assertion that is written here can fail by what it compares. */
export function ownStrength(node: ts.Node, chain: CallChain, frame: TestFrame): Strength {
  const words = [ts.isIdentifier(chain.root) ? chain.root.text : "", ...chain.links.map(({ name }) => name)];
  const isPromise = words.some((word) => PROMISED.test(word)) && !isTap(chain);
  // ava's context ends nothing by itself.
  const isLeft = words.some((word) => /^(?:not)?[tT]hrowsAsync$/.test(word)) && ts.isExpressionStatement(node.parent);
  if (isLeft || (isPromise && !isAwaited(node, frame))) {
    const line = lineOf(node.getSourceFile(), node.getStart());
    const why = "nobody waits for it: the promise is neither awaited nor returned";
    return { verdict: "void", missing: "fail", line, why, instead: "Await it, or return it from the test." };
  }
  const compared = comparedBy(chain);
  return compared === undefined ? COUNTS : canDiffer(compared, node, frame);
}

/** Tap waits for its own. */
function isTap({ root }: CallChain): boolean {
  return /^(?:t|tap|tt|st)$/.test(root.getText());
}

/** A failure in a `catch`: that the run does not come there shows that nothing was thrown. */
export function showsSilence(node: ts.Node): ReturnType<typeof tryOf> {
  if (!ts.isCallExpression(node) || !isFailure(node)) return undefined;
  for (let at = node.parent; at !== undefined && !ts.isFunctionLike(at); at = at.parent) {
    if (ts.isIfStatement(at)) return undefined;
    if (ts.isCatchClause(at)) return tryOf(at);
  }
  return undefined;
}

function tryOf(clause: ts.Node) {
  return ts.isTryStatement(clause.parent) ? clause.parent : undefined;
}

export function silence(node: ts.Node): Strength {
  const line = lineOf(node.getSourceFile(), node.getStart());
  const instead = "Compare what the module gives with the value that the clause promises, written out.";
  return { verdict: "weak", proof: "no-throw", line, why: "it only shows that nothing is thrown", instead };
}

/** `it.fails`, `test.failing`. */
export function expectedToFail(call: ts.Node): Strength {
  const line = lineOf(call.getSourceFile(), call.getStart());
  const why = "its test is marked so that a failure counts as a pass";
  return { verdict: "void", missing: "fail", line, why, instead: "Take the mark away." };
}

/** Constants on a straight line, or `t.pass()`. */
export function cannotDiffer(node: ts.Node): Strength {
  const line = lineOf(node.getSourceFile(), node.getStart());
  const why = "it compares nothing but what is written in the test";
  const instead = "Compare what the module gives with the value that the clause promises, written out.";
  return { verdict: "void", missing: "fail", line, why, instead };
}

/** What an assertion compares. A message beside it is no part of that. */
export function operandsOf(node: ts.Node): readonly ts.Node[] {
  if (ts.isThrowStatement(node)) return [deciderOf(node)];
  const silent = showsSilence(node);
  if (silent !== undefined) return [silent.tryBlock];
  // What must not be called, or must be: who would call it decides.
  if (ts.isCallExpression(node) && saysGotHere(node)) return [deciderOf(node)];
  if (!ts.isCallExpression(node) && !ts.isPropertyAccessExpression(node)) return [node];
  const compared = comparedBy(chainOf(node));
  return compared === undefined ? [node] : [...compared.actual, ...compared.expected];
}

/** `t.fail()`, `t.pass()`: no value is looked at. */
function saysGotHere(call: ts.CallExpression): boolean {
  const { root, links } = chainOf(call);
  const word = links.length === 0 ? root.getText() : (links[0]?.name ?? "");
  return links.length < 2 && /^(?:fail|pass|unreachable)$/.test(word);
}

/** `if (x !== 1) throw ...`: what is compared stands in the condition. A callback that must not run is about its caller. */
export function deciderOf(node: ts.Node): ts.Node {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isIfStatement(at) || ts.isCallExpression(at) || ts.isTryStatement(at)) return at;
  }
  return node;
}

/** Who calls back decides when a changing name is looked at: `app.use(() => { t.ok(started); })`. */
export function momentOf(node: ts.Node, { names, uses, body }: TestFrame): readonly ts.Node[] {
  const call = callbackAround(node, body);
  if (call === undefined) return [];
  const changes = someBelow(node, (each) => {
    const symbol = isValueName(each) ? names.symbolOf(each) : undefined;
    return symbol !== undefined && uses.assigned.has(symbol);
  });
  return changes ? [call.expression] : [];
}

/** The call that is given the function in which a node stands. */
function callbackAround(node: ts.Node, body: ts.Node): ts.CallExpression | undefined {
  for (let at = node; at !== body && at.parent !== undefined; at = at.parent) {
    if (isFunction(at) && ts.isCallExpression(at.parent)) return at.parent;
  }
  return undefined;
}

/** The last of the three: whether what is compared comes from the subject. */
export function onSubject(strength: Strength, origin: Origin, node: ts.Node, frame: TestFrame): Strength {
  return subjectStrength(strength, origin, {
    line: lineOf(node.getSourceFile(), node.getStart()),
    isSubjectAround: () => frame.flow.originOf([frame.body, ...frame.hooks]).subject,
  });
}

/** In a `catch`, or in what follows a rejection: it is about what failed. */
export function isAfterFailure(node: ts.Node): boolean {
  for (let at = node; at.parent !== undefined; at = at.parent) {
    if (ts.isCatchClause(at.parent)) return true;
    if (
      ts.isFunctionLike(at) &&
      ts.isCallExpression(at.parent) &&
      ts.isPropertyAccessExpression(at.parent.expression)
    ) {
      const place = at.parent.arguments.indexOf(at as ts.Expression);
      const { text } = at.parent.expression.name;
      if ((text === "catch" && place === 0) || (text === "then" && place === 1)) return true;
    }
  }
  return false;
}

/** Both sides as they are written, with a name replaced by what it was first set to. */
export function comparedText(node: ts.Node): { actual: string; expected: string } {
  if (!ts.isCallExpression(node) && !ts.isPropertyAccessExpression(node))
    return { actual: node.getText(), expected: "" };
  const chain = chainOf(node);
  const compared = comparedBy(chain);
  if (compared === undefined) return { actual: node.getText(), expected: "" };
  const [only] = compared.actual;
  // `assert(result.code === "EMPTY")`.
  if (compared.expected.length === 0 && only !== undefined && ts.isBinaryExpression(only)) {
    return { actual: only.left.getText(), expected: only.right.getText() };
  }
  const text = (nodes: readonly ts.Node[]) => nodes.map((each) => each.getText()).join(" ");
  return { actual: text(compared.actual), expected: `${text(compared.expected)}` };
}
