import { once } from "../../once.js";
import type { AssertionNature } from "../../source-file.js";
import { mixed, type Origin } from "../../test-reading/origin.js";
import { bestStrength, COUNTS, lesserStrength, type Strength } from "../../test-reading/strength.js";
import { strongestNature } from "../../test-reading/strongest-nature.js";
import { neverFinished } from "../flow/python-calls.js";
import { canDifferInPython, raisingStrength } from "../flow/python-can-fail.js";
import { failsAlways } from "../flow/python-failing.js";
import type { JudgedPython, PythonFrame } from "../flow/python-frame.js";
import { placedIn } from "../flow/python-reached.js";
import { decidersOf, operandsIn, raisedFrom, showsSilence } from "../flow/python-strength.js";
import type { PythonModule } from "../python-module.js";
import { childOf, dottedName, type PythonNode } from "../python-node.js";
import { calledPython } from "./called-python.js";
import { frameworkCall, type PythonCall, selfDescribed } from "./python-assertion-call.js";
import type { PythonModules } from "./python-library.js";
import { isPythonTautology } from "./python-tautology.js";
import { natureOfOperands } from "./python-words.js";

/** An assertion at its place in a test: its own, or a call of the helper that contains it. */
export type PythonAssertion = {
  readonly node: PythonNode;
  readonly type: string;
  readonly nature: AssertionNature;
  readonly helpers: readonly PythonNode[];
  /** The block under `with pytest.raises(...)`: the subject of the assertion. */
  readonly guarded?: PythonNode;
  /** Whether it runs and can fail. */
  own(): Strength;
  /** What it compares comes from here. */
  origin(): Origin;
};

/** The reachable modules, and the results about their helpers so far; "open" during the analysis. */
export type PythonLibrary = PythonModules & {
  readonly helpers: Map<PythonNode, readonly PythonAssertion[] | "open">;
  judged(module: PythonModule): JudgedPython;
};

type Around = { readonly straight: boolean; readonly runs: boolean; readonly guarded: PythonNode | undefined };

/** What is found at a node, before its place is judged. */
type Found = Omit<PythonAssertion, "own" | "origin" | "guarded"> & {
  /** What it says by itself, wherever it stands. */
  readonly worth?: (frame: PythonFrame, guarded: PythonNode | undefined) => Strength;
  /** In place of its operands. */
  readonly through?: (frame: PythonFrame) => Origin;
};

/**
 * The assertions in a function, nested functions included, or among statements of a module. The caller excludes nested
 * tests.
 */
export function pythonAssertions(
  body: PythonNode,
  module: PythonModule,
  library: PythonLibrary,
  isApart: (node: PythonNode) => boolean = () => false,
): PythonAssertion[] {
  const found: PythonAssertion[] = [];
  const frame = once((): PythonFrame => ({ ...library.judged(module), body }));
  const visit = (node: PythonNode, { straight, runs, guarded }: Around): void => {
    if (isApart(node)) return;
    const placed = assertionAt(node, { straight, module, library });
    if (placed !== undefined) {
      const nature = runs ? placed.nature : "tautology";
      found.push(judged({ ...placed, nature }, guarded, frame));
    }
    const exit = node.type === "block" ? node.children.findIndex(({ type }) => EXITS.has(type)) : -1;
    for (const [index, child] of node.children.entries()) {
      visit(child, {
        straight: straight && !BRANCHES.has(node.type),
        runs: runs && !isShutOut(child, node) && (exit === -1 || index <= exit),
        guarded: child.type === "with_clause" ? childOf(node, "body") : guarded,
      });
    }
  };
  visit(body, { straight: true, runs: true, guarded: undefined });
  return found;
}

function judged({ worth, through, ...placed }: Found, guarded: PythonNode | undefined, frame: () => PythonFrame) {
  const { node, nature } = placed;
  return {
    ...placed,
    ...(guarded === undefined ? {} : { guarded }),
    own: once((): Strength => {
      const place = placedIn(node, frame());
      if (place.verdict === "void" || worth === undefined) return place;
      return lesserStrength([place, worth(frame(), guarded)]);
    }),
    origin: once((): Origin => {
      if (through !== undefined) return through(frame());
      const { flow, body, parents } = frame();
      const nodes = nature === "failure" ? raisedFrom(node, guarded) : operandsIn(node, { parents });
      return flow.originOf(nodes, parents.get(body));
    }),
  };
}

/** `if False:` makes its block unreachable. */
function isShutOut({ field }: PythonNode, parent: PythonNode): boolean {
  if (parent.type !== "if_statement" && parent.type !== "while_statement") return false;
  const condition = childOf(parent, "condition");
  const isFalse = condition !== undefined && (condition.type === "false" || /^(?:0|None)$/.test(condition.text));
  return isFalse && (field === "consequence" || field === "body");
}

/** Statements that make the rest of their block unreachable. */
const EXITS = new Set(["return_statement", "raise_statement"]);

const BRANCHES = new Set([
  "if_statement",
  "for_statement",
  "while_statement",
  "except_clause",
  "function_definition",
  "lambda",
  "match_statement",
]);

type Place = { readonly straight: boolean; readonly module: PythonModule; readonly library: PythonLibrary };

function assertionAt(node: PythonNode, place: Place): Found | undefined {
  if (node.type === "assert_statement") return assertStatement(node, place.straight);
  if (
    node.type === "raise_statement" &&
    !place.straight &&
    /^raise\s+(?:AssertionError|self\.failureException)\b/.test(node.text)
  ) {
    return { node, type: "assert", nature: "value", helpers: [], worth: failing(node) };
  }
  if (node.type !== "call") return undefined;
  const callee = dottedName(childOf(node, "function")) ?? childOf(node, "function")?.text ?? "";
  const call = { node, callee, method: callee.slice(callee.lastIndexOf(".") + 1) };
  const written = frameworkCall(call, place.module, place.straight);
  if (written === undefined) return throughHelper(call, place);
  const isRaising = written.nature === "failure";
  return { node, helpers: [], ...written, worth: isRaising ? raising(node) : comparing(node) };
}

function assertStatement(node: PythonNode, straight: boolean): Found {
  const [, condition] = node.children;
  // `assert False` marks code that must not be reached, and fails if it is.
  const isWall = condition?.type === "false";
  const cannotFail =
    condition !== undefined && straight && !isWall && (condition.type === "tuple" || isPythonTautology(condition));
  const nature = cannotFail ? "tautology" : natureOfOperands(condition?.text ?? "");
  const isConstant = condition !== undefined && condition.type !== "tuple" && isPythonTautology(condition);
  // Elsewhere a constant says "got here".
  const gotHere = isConstant && !straight;
  return {
    node,
    type: "assert",
    nature,
    helpers: [],
    ...(gotHere && !failsAlways(node) ? { worth: () => COUNTS, through: deciding(node) } : { worth: comparing(node) }),
  };
}

function deciding(node: PythonNode): (frame: PythonFrame) => Origin {
  return (frame) => frame.flow.originOf(decidersOf(node, frame), frame.parents.get(frame.body));
}

function raising(node: PythonNode): NonNullable<Found["worth"]> {
  return (frame, guarded) => raisingStrength(node, guarded, frame);
}

function failing(node: PythonNode): NonNullable<Found["worth"]> {
  const why = "it only shows that nothing is raised";
  const instead = "Compare what the module gives with the value that the clause promises, written out.";
  return (frame) =>
    showsSilence(node, frame) ? { verdict: "weak", proof: "no-throw", line: node.line, why, instead } : COUNTS;
}

function comparing(node: PythonNode): NonNullable<Found["worth"]> {
  if (failsAlways(node)) return failing(node);
  return (frame) => canDifferInPython(node, frame);
}

/** The assertions of a helper that can be analysed; otherwise its name decides. */
function throughHelper(call: PythonCall, { module, library }: Place): Found | undefined {
  const { node, callee } = call;
  const reached = calledPython(callee, module, library);
  if (reached.length === 0) {
    const described = selfDescribed(call, module, library);
    return described === undefined ? undefined : { node, helpers: [], ...described };
  }
  const asserting = reached
    .map(({ helper, module: there }) => ({ helper, assertions: helperAssertions(helper, there, library) }))
    .filter(({ assertions }) => assertions.length > 0);
  const assertions = asserting.flatMap((found) => found.assertions);
  const [first] = assertions;
  if (first === undefined) return undefined;
  return {
    node,
    type: first.type,
    nature: strongestNature(assertions),
    helpers: asserting.map(({ helper }) => helper),
    worth: (frame) => {
      for (const { helper } of asserting) {
        const stopped = neverFinished(helper, node, frame);
        if (stopped !== undefined) return stopped;
      }
      return bestStrength(assertions.map(({ own }) => own()));
    },
    through: (frame) => {
      const given = givenTo(node);
      return mixed([
        frame.flow.originOf(given, frame.parents.get(frame.body)),
        ...assertions.map(({ origin }) => origin()),
      ]);
    },
  };
}

/** What a helper is called with, and on. What it does itself is seen in its own assertions. */
function givenTo(call: PythonNode): PythonNode[] {
  const callee = childOf(call, "function");
  const owner = callee?.type === "attribute" ? childOf(callee, "object") : undefined;
  const list = childOf(call, "arguments");
  const isSelf = owner !== undefined && /^(?:self|cls)$/.test(owner.text);
  return [...(owner === undefined || isSelf ? [] : [owner]), ...(list === undefined ? [] : [list])];
}

function helperAssertions(
  helper: PythonNode,
  module: PythonModule,
  library: PythonLibrary,
): readonly PythonAssertion[] {
  const known = library.helpers.get(helper);
  if (known !== undefined) return known === "open" ? [] : known;
  library.helpers.set(helper, "open");
  const body = childOf(helper, "body");
  const found = body === undefined ? [] : pythonAssertions(body, module, library);
  library.helpers.set(helper, found);
  return found;
}
