import type { AssertionNature } from "../../source-file.js";
import { strongestNature } from "../../test-reading/strongest-nature.js";
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
};

/** The reachable modules, and the results about their helpers so far; "open" during the analysis. */
export type PythonLibrary = PythonModules & {
  readonly helpers: Map<PythonNode, readonly PythonAssertion[] | "open">;
};

type Around = { readonly straight: boolean; readonly runs: boolean; readonly guarded: PythonNode | undefined };

/** The assertions in a function, nested functions included. The caller excludes nested tests. */
export function pythonAssertions(body: PythonNode, module: PythonModule, library: PythonLibrary): PythonAssertion[] {
  const found: PythonAssertion[] = [];
  const visit = (node: PythonNode, { straight, runs, guarded }: Around): void => {
    const placed = assertionAt(node, { straight, module, library });
    if (placed !== undefined) {
      const nature = runs ? placed.nature : "tautology";
      found.push({ ...placed, nature, ...(guarded === undefined ? {} : { guarded }) });
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

function assertionAt(node: PythonNode, place: Place): PythonAssertion | undefined {
  if (node.type === "assert_statement") return assertStatement(node, place.straight);
  if (node.type === "raise_statement" && !place.straight && /^raise\s+AssertionError\b/.test(node.text)) {
    return { node, type: "assert", nature: "value", helpers: [] };
  }
  if (node.type !== "call") return undefined;
  const callee = dottedName(childOf(node, "function")) ?? childOf(node, "function")?.text ?? "";
  const call = { node, callee, method: callee.slice(callee.lastIndexOf(".") + 1) };
  const written = frameworkCall(call, place.module, place.straight);
  return written === undefined ? throughHelper(call, place) : { node, helpers: [], ...written };
}

function assertStatement(node: PythonNode, straight: boolean): PythonAssertion {
  const [, condition] = node.children;
  // `assert False` marks code that must not be reached, and fails if it is.
  const isWall = condition?.type === "false";
  const cannotFail =
    condition !== undefined && straight && !isWall && (condition.type === "tuple" || isPythonTautology(condition));
  const nature = cannotFail ? "tautology" : natureOfOperands(condition?.text ?? "");
  return { node, type: "assert", nature, helpers: [] };
}

/** The assertions of a helper that can be analysed; otherwise its name decides. */
function throughHelper(call: PythonCall, { module, library }: Place): PythonAssertion | undefined {
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
  };
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
