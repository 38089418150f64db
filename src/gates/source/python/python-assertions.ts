import type { AssertionNature } from "../source-file.js";
import type { PythonModule } from "./python-module.js";
import { childOf, dottedName, type PythonNode } from "./python-node.js";

/** An assertion at its place in a test, its own or the call of a helper that makes it. */
export type PythonAssertion = {
  readonly node: PythonNode;
  readonly type: string;
  readonly nature: AssertionNature;
  readonly helpers: readonly PythonNode[];
  /** The block under `with pytest.raises(...)`: what the assertion is about. */
  readonly guarded?: PythonNode;
};

export type PythonLibrary = {
  follow(from: PythonModule, specifier: string): PythonModule | undefined;
  readonly helpers: Map<PythonNode, readonly PythonAssertion[] | "open">;
};

type Around = { readonly straight: boolean; readonly runs: boolean; readonly guarded: PythonNode | undefined };

/** The assertions in a function, nested functions included, tests of its own excluded by whoever asks. */
export function pythonAssertions(body: PythonNode, module: PythonModule, library: PythonLibrary): PythonAssertion[] {
  const found: PythonAssertion[] = [];
  const visit = (node: PythonNode, { straight, runs, guarded }: Around): void => {
    const placed = assertionAt(node, { straight, module, library });
    if (placed !== undefined) {
      const nature = runs ? placed.nature : "tautology";
      found.push({ ...placed, nature, ...(guarded === undefined ? {} : { guarded }) });
    }
    for (const child of node.children) {
      visit(child, {
        straight: straight && !BRANCHES.has(node.type),
        runs: runs && !isShutOut(child, node),
        guarded: child.type === "with_clause" ? childOf(node, "body") : guarded,
      });
    }
  };
  visit(body, { straight: true, runs: true, guarded: undefined });
  return found;
}

/** `if False:` lets nobody come to its block. */
function isShutOut({ field }: PythonNode, parent: PythonNode): boolean {
  if (parent.type !== "if_statement" && parent.type !== "while_statement") return false;
  const condition = childOf(parent, "condition");
  const isFalse = condition !== undefined && (condition.type === "false" || /^(?:0|None)$/.test(condition.text));
  return isFalse && (field === "consequence" || field === "body");
}

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
  const method = callee.slice(callee.lastIndexOf(".") + 1);
  return (
    knownCall(node, { callee, method, straight: place.straight }) ?? throughHelper(node, { callee, method }, place)
  );
}

function assertStatement(node: PythonNode, straight: boolean): PythonAssertion {
  const [, condition] = node.children;
  const cannotFail = condition !== undefined && straight && (condition.type === "tuple" || isTautology(condition));
  return { node, type: "assert", nature: cannotFail ? "tautology" : natureOfCondition(condition), helpers: [] };
}

function natureOfCondition(condition: PythonNode | undefined): AssertionNature {
  const text = condition?.text ?? "";
  if (/\.(?:called|call_count|call_args(?:_list)?|mock_calls|await_count|called_once)\b/.test(text)) return "mock";
  if (/(?:==|\bin)\s*snapshot\b|^snapshot\b/.test(text)) return "snapshot";
  return "value";
}

type Callee = { readonly callee: string; readonly method: string };

const RAISES = /^(?:raises|assertRaises\w*|assert_raises\w*|deprecated_call|warns|assertWarns\w*)$/;
const MOCKS =
  /^assert_(?:called|not_called|any_call|has_calls|called_once|called_with|called_once_with|awaited\w*|has_awaits|any_await|not_awaited)$/;

/** unittest, pytest, mock, numpy and whatever is named like an assertion on an object. */
function knownCall(
  node: PythonNode,
  { callee, method, straight }: Callee & { straight: boolean },
): PythonAssertion | undefined {
  const as = (type: string, nature: AssertionNature): PythonAssertion => ({ node, type, nature, helpers: [] });
  const isMember = callee.includes(".");
  const type = callee.startsWith("self.") ? "unittest" : callee.startsWith("pytest.") ? "pytest" : "assert";
  if (RAISES.test(method) && (isMember || method === "raises")) return as(type, "failure");
  if (isMember && MOCKS.test(method)) return as("assert", "mock");
  if (isMember && /^assert_match(?:_dir)?$/.test(method) && /snapshot/.test(callee)) return as("assert", "snapshot");
  if (callee === "self.fail" || callee === "pytest.fail") return as(type, "value");
  if (callee.startsWith("self.assert"))
    return as("unittest", straight && isEmptyUnittest(node, method) ? "tautology" : "value");
  if (isMember && /^assert_\w+$/.test(method) && !callee.startsWith("self.")) return as("assert", "value");
  return undefined;
}

/** `self.assertTrue(True)`, `self.assertEqual(1, 1)`, `self.assertEqual(x, x)`. */
function isEmptyUnittest(call: PythonNode, method: string): boolean {
  const operands = argumentsOf(call).slice(0, /^assert(?:True|False|IsNone|IsNotNone)$/.test(method) ? 1 : 2);
  if (operands.length === 0) return false;
  return operands.every(isConstant) || (/Equal|Is$/.test(method) && operands.length === 2 && sameReference(operands));
}

function argumentsOf(call: PythonNode): PythonNode[] {
  const list = childOf(call, "arguments");
  return (list?.children ?? []).filter(
    ({ type }) => !/^[(),]$/.test(type) && type !== "keyword_argument" && type !== "comment",
  );
}

function isTautology(condition: PythonNode): boolean {
  if (condition.type === "parenthesized_expression") {
    return condition.children.filter(({ type }) => !/^[()]$/.test(type)).every(isTautology);
  }
  if (isConstant(condition)) return true;
  if (condition.type !== "comparison_operator") return false;
  const operands = condition.children.filter(({ field }) => field !== "operators");
  const isEquality = condition.children.some(({ type }) => type === "==" || type === "is");
  return operands.every(isConstant) || (isEquality && sameReference(operands));
}

const CONSTANTS = new Set(["integer", "float", "true", "false", "none", "ellipsis"]);

function isConstant(node: PythonNode): boolean {
  if (CONSTANTS.has(node.type)) return true;
  if (node.type === "string") return !node.children.some(({ type }) => type === "interpolation");
  const composed = [
    "list",
    "tuple",
    "set",
    "dictionary",
    "pair",
    "unary_operator",
    "not_operator",
    "binary_operator",
    "comparison_operator",
    "parenthesized_expression",
  ];
  if (!composed.includes(node.type)) return false;
  return node.children
    .filter(({ type }) => /^[a-z_]{3,}$/.test(type) && type !== "not" && type !== "comment")
    .every(isConstant);
}

function sameReference(operands: readonly PythonNode[]): boolean {
  const [left, right] = operands;
  return dottedName(left) !== undefined && dottedName(left) === dottedName(right);
}

function throughHelper(
  node: PythonNode,
  { callee, method }: Callee,
  { module, library }: Place,
): PythonAssertion | undefined {
  const asserting = calledFunctions(callee, method, { module, library }).filter(
    (reached) => helperAssertions(reached.helper, reached.module, library).length > 0,
  );
  const [first] = asserting.flatMap((reached) => helperAssertions(reached.helper, reached.module, library));
  if (first === undefined) return undefined;
  return { node, type: first.type, nature: first.nature, helpers: asserting.map(({ helper }) => helper) };
}

type Reached = { readonly helper: PythonNode; readonly module: PythonModule };

function calledFunctions(callee: string, method: string, { module, library }: Omit<Place, "straight">): Reached[] {
  const binding = module.imports.get(callee.split(".")[0] ?? callee);
  if (binding === undefined) return functionsNamed(method, module);
  const target =
    library.follow(module, binding.specifier) ?? library.follow(module, `${binding.specifier}.${binding.imported}`);
  if (target === undefined) return [];
  return functionsNamed(callee.includes(".") ? method : binding.imported, target);
}

function functionsNamed(name: string, module: PythonModule): Reached[] {
  return (module.functions.get(name) ?? []).map((helper) => ({ helper, module }));
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
