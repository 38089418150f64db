import { COUNTS, lesserStrength, type Strength } from "../../test-reading/strength.js";
import { childOf, type PythonNode } from "../python-node.js";
import { callersOf } from "./python-callers.js";
import { callbackStrength, neverFinished } from "./python-calls.js";
import { conditionOf, underCondition } from "./python-conditions.js";
import { failsAlways } from "./python-failing.js";
import type { PythonFrame } from "./python-frame.js";
import { notRun, REACHABLE } from "./python-not-run.js";
import { isPythonFunction, shortPython, somePython } from "./python-parents.js";
import { swallowedBy } from "./python-swallowed.js";

/** Whether the run comes to a place in a test, and the test ends as failed if it fails there. */
export function placedIn(node: PythonNode, frame: PythonFrame, open: ReadonlySet<PythonNode> = new Set()): Strength {
  let doubt: Strength = COUNTS;
  const isFailing = failsAlways(node);
  for (let at = node; at !== frame.body; ) {
    const parent = frame.parents.get(at);
    if (parent === undefined) return doubt;
    const handler = swallowedBy(at, parent, frame);
    if (handler !== undefined) return caughtAt(node, handler);
    const step = stepOut(at, parent, frame, { open, isFailing });
    if (step.end !== undefined) return lesserStrength([doubt, step.end]);
    if (step.doubt !== undefined) doubt = lesserStrength([doubt, step.doubt]);
    if (doubt.verdict === "void") return doubt;
    at = parent;
  }
  return doubt;
}

function caughtAt(node: PythonNode, handler: PythonNode): Strength {
  const why = `its failure is caught at line ${handler.line} and goes nowhere`;
  const instead = "Take away what catches it, or raise the error again.";
  return { verdict: "void", missing: "fail", line: node.line, why, instead };
}

type Step = { readonly doubt?: Strength; readonly end?: Strength };
type Way = { readonly open: ReadonlySet<PythonNode>; readonly isFailing: boolean };

function stepOut(at: PythonNode, parent: PythonNode, frame: PythonFrame, { open, isFailing }: Way): Step {
  if (isPythonFunction(at)) return throughFunction(at, frame, open);
  if (parent.type === "block" || parent.type === "module") {
    const before = parent.children.slice(0, parent.children.indexOf(at));
    if (before.some((statement) => leaves(statement, frame))) {
      return { doubt: notRun(at, "it stands where the run never comes", REACHABLE) };
    }
    return {};
  }
  // What fails always says that the run must not come there: its condition is what is asserted.
  const condition = isFailing ? undefined : conditionOf(at, parent, frame);
  if (condition !== undefined) return { doubt: underCondition(condition, frame) };
  if (isFailing) return {};
  if (parent.type === "except_clause" && at.type === "block") return { doubt: afterRaise(parent, frame) };
  const list = loopedOver(at, parent);
  if (list !== undefined) return overList(at, list, parent, frame);
  if (parent.type === "while_statement" && at.field === "body") {
    const test = childOf(parent, "condition");
    if (test !== undefined && frame.values.truthOf(test) === false) {
      return { doubt: notRun(at, "it stands where the run never comes", REACHABLE) };
    }
  }
  if (at.type === "generator_expression" && parent.type === "expression_statement") {
    return { doubt: notRun(at, "it stands in a generator that nobody goes through", REACHABLE) };
  }
  return {};
}

function overList(at: PythonNode, list: PythonNode, parent: PythonNode, frame: PythonFrame): Step {
  if (frame.values.isEmpty(list)) {
    const why = `it stands in a loop over nothing (${shortPython(list)})`;
    return { doubt: notRun(at, why, "Loop over values written in the test.") };
  }
  if (parent.type === "for_statement" && !isWrittenOut(list) && frame.flow.originOf([list]).subject) {
    const why = `it runs once for each of ${shortPython(list)}, which may be none; say how many there must be`;
    return { doubt: { verdict: "unclear", line: list.line, why } };
  }
  return {};
}

/** A list with something in it, whatever that gives. */
function isWrittenOut({ type, children }: PythonNode): boolean {
  return /^(?:list|tuple|set|dictionary)$/.test(type) && children.some((each) => !/^[[\](){},]$|splat/.test(each.type));
}

/** The list that a loop or a comprehension goes through. */
function loopedOver(at: PythonNode, parent: PythonNode): PythonNode | undefined {
  if (parent.type === "for_statement" && at.field === "body") return childOf(parent, "right");
  if (/comprehension$|^generator_expression$/.test(parent.type) && at.field === "body") {
    const clause = parent.children.find(({ type }) => type === "for_in_clause");
    return clause === undefined ? undefined : childOf(clause, "right");
  }
  return undefined;
}

const SKIPS = /^(?:pytest\.(?:skip|xfail|exit)|self\.skipTest|unittest\.skip|sys\.exit|os\._exit|exit|quit)\(/;

/** Whether nothing comes past a statement. */
function leaves(statement: PythonNode, frame: PythonFrame): boolean {
  if (/^(?:return|raise|break|continue)_statement$/.test(statement.type)) return true;
  if (statement.type === "expression_statement") return SKIPS.test(statement.text);
  if (statement.type === "if_statement") {
    const [test, then] = [childOf(statement, "condition"), childOf(statement, "consequence")];
    const otherwise = statement.children.filter(({ field }) => field === "alternative");
    const truth = test === undefined ? undefined : frame.values.truthOf(test);
    if (truth === true) return then !== undefined && leavesBlock(then, frame);
    const closes = otherwise.at(-1)?.type === "else_clause";
    const all = otherwise.every((each) => {
      const block = childOf(each, "body") ?? childOf(each, "consequence");
      return block !== undefined && leavesBlock(block, frame);
    });
    if (truth === false) return closes && all;
    return closes && all && then !== undefined && leavesBlock(then, frame);
  }
  if (statement.type === "while_statement") {
    const test = childOf(statement, "condition");
    const isEndless = test !== undefined && frame.values.truthOf(test) === true;
    return isEndless && !somePython(statement, ({ type }) => type === "break_statement" || type === "return_statement");
  }
  return false;
}

function leavesBlock(block: PythonNode, frame: PythonFrame): boolean {
  return block.children.some((each) => leaves(each, frame));
}

/** In an `except`: something must see to it that the test fails where nothing is raised. */
function afterRaise(clause: PythonNode, { parents }: PythonFrame): Strength {
  const statement = parents.get(clause);
  if (statement === undefined) return COUNTS;
  const body = childOf(statement, "body");
  const otherwise = statement.children.find(({ type }) => type === "else_clause");
  const block = parents.get(statement);
  const later = block === undefined ? [] : block.children.slice(block.children.indexOf(statement) + 1);
  const places = [body, otherwise, ...later].filter((each) => each !== undefined);
  if (places.some((each) => somePython(each, failsAlways))) return COUNTS;
  const why = "it runs only when something is raised, and nothing fails when nothing is raised";
  return notRun(clause, why, "Expect the error itself: with pytest.raises(...), or assertRaises.");
}

/** Out of a function: to whoever calls it. */
function throughFunction(at: PythonNode, frame: PythonFrame, open: ReadonlySet<PythonNode>): Step {
  // Who only calls itself is called by nobody.
  if (open.has(at)) return { end: notRun(at, "it stands in a function that only calls itself", REACHABLE) };
  const isDecorated = frame.parents.get(at)?.type === "decorated_definition";
  const name = at.type === "lambda" ? "a lambda" : (childOf(at, "name")?.text ?? "");
  const owner = frame.parents.get(frame.parents.get(at) ?? at);
  if (owner?.type === "class_definition") {
    const reads = frame.scopes.nameOf(owner)?.reads ?? [];
    if (reads.some((read) => !isInside(read, owner, frame))) return { end: COUNTS };
    return { end: notRun(at, "it stands in a class that nobody makes anything of", "Call its method in the test.") };
  }
  if (isDecorated) return { end: COUNTS };
  const callers = callersOf(at, frame).filter(({ call }) => !isInside(call, at, frame));
  if (callers.length === 0) {
    const isRead = at.type === "lambda" ? isHandedOn(at, frame) : readsOutside(at, frame).length > 0;
    if (isRead) return { end: COUNTS };
    return { end: notRun(at, `it stands in ${name}, which nobody calls`, `Call ${name} in the test.`) };
  }
  const next = new Set([...open, at]);
  const found = callers.map(({ call, calls }): Strength => {
    const stopped = calls ? neverFinished(at, call, frame) : callbackStrength(call, frame);
    if (stopped !== undefined) return stopped;
    return isInside(call, frame.body, frame) ? placedIn(call, frame, next) : COUNTS;
  });
  return { end: found.find(({ verdict }) => verdict === "counts") ?? found[0] ?? COUNTS };
}

function readsOutside(at: PythonNode, frame: PythonFrame): readonly PythonNode[] {
  return (frame.scopes.nameOf(at)?.reads ?? []).filter((read) => !isInside(read, at, frame));
}

/** Returned, or kept in a list: it is somebody else's to call. */
function isHandedOn(lambda: PythonNode, { parents }: PythonFrame): boolean {
  const parent = parents.get(lambda);
  return parent !== undefined && !/^(?:expression_statement|assignment)$/.test(parent.type);
}

function isInside(node: PythonNode, outer: PythonNode, { parents }: PythonFrame): boolean {
  for (let at: PythonNode | undefined = node; at !== undefined; at = parents.get(at)) if (at === outer) return true;
  return false;
}
