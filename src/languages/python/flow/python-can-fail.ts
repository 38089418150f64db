import type { Strength, WeakProof } from "../../test-reading/strength.js";
import { childOf, dottedName, type PythonNode } from "../python-node.js";
import { pythonComparison } from "./python-compared.js";
import type { PythonFrame } from "./python-frame.js";
import { barePython, pythonArguments, shortPython, somePython } from "./python-parents.js";
import { isLength, isReference } from "./python-plain.js";

const COUNTED: Strength = { verdict: "counts" };
const INSTEAD = "Compare what the module gives with the value that the clause promises, written out.";

function cannotFail({ line }: PythonNode, why: string, instead = INSTEAD): Strength {
  return { verdict: "void", missing: "fail", line, why, instead };
}

function weak({ line }: PythonNode, proof: WeakProof, why: string): Strength {
  return { verdict: "weak", proof, line, why, instead: INSTEAD };
}

/** Whether what an assertion compares can differ at all, and by more than being there. */
export function canDifferInPython(node: PythonNode, frame: PythonFrame): Strength {
  const { values } = frame;
  const compared = pythonComparison(node);
  if (compared === undefined) return COUNTED;
  const condition = node.type === "assert_statement" ? node.children[1] : undefined;
  if (condition?.type === "tuple") return cannotFail(node, "a tuple that is not empty is always true");
  const { actual, expected, by, negated } = compared;
  const operands = expected === undefined ? [actual] : [actual, expected];
  const asked = condition ?? (by === "true" ? pythonArguments(node)[0] : undefined);
  if (asked !== undefined) {
    const truth = values.truthOf(asked);
    const isAsExpected = truth === true && (condition !== undefined || !/assertFalse/.test(node.text));
    if (isAsExpected || (truth === false && /^self\.assertFalse\b/.test(node.text))) {
      return cannotFail(node, `${shortPython(asked)} is always ${truth ? "true" : "false"}`);
    }
    if (isAlwaysThere(asked, frame)) return cannotFail(node, `${shortPython(asked)} is there whatever it gives`);
  }
  if (operands.every((operand) => values.isConstant(operand))) {
    return cannotFail(node, "it compares nothing but what is written in the test");
  }
  if (by === "isinstance" && expected?.text === "object") return cannotFail(node, "everything is an object");
  if (expected !== undefined && by !== "isinstance") {
    if (values.spelled(actual) === values.spelled(expected) && /^(?:==|is|<=|>=)$/.test(by) && !negated) {
      if (isReference(actual) || !hasCall(actual)) {
        return cannotFail(node, `${shortPython(actual)} is compared with itself`);
      }
      return weak(node, "same", `${shortPython(actual)} is compared with the same call`);
    }
    if (by === "in" && /^(?:list|tuple|set)$/.test(barePython(expected).type) && !negated) {
      const isAmong = barePython(expected).children.some((each) => values.spelled(each) === values.spelled(actual));
      if (isAmong) return cannotFail(node, `${shortPython(actual)} is looked for beside itself`);
    }
    if (isLength(actual) && ((by === ">=" && expected.text === "0") || (by === ">" && expected.text === "-1"))) {
      return cannotFail(node, "a length is never below zero");
    }
  }
  const shown = showsPresence(compared, frame);
  return shown ? weak(node, "exists", `it only shows that ${shortPython(actual)} is there`) : COUNTED;
}

/** A coroutine that nobody awaits, the counter of a mock that is no assertion. */
function isAlwaysThere(asked: PythonNode, frame: PythonFrame): boolean {
  const bare = barePython(asked);
  if (bare.type !== "call") return false;
  if (frame.isCoroutine(bare)) return true;
  return /\.(?:called_with|called_once_with|has_calls|called_once|any_call)$/.test(
    childOf(bare, "function")?.text ?? "",
  );
}

function hasCall(node: PythonNode): boolean {
  return somePython(node, ({ type }) => type === "call" || type === "await");
}

/** `is not None`, `callable(f)`, a name of the module and nothing else. */
function showsPresence(
  { actual, expected, by, negated }: NonNullable<ReturnType<typeof pythonComparison>>,
  frame: PythonFrame,
): boolean {
  const isNone = expected === undefined || expected.type === "none";
  // What a pattern finds is more than something.
  if (/\.(?:search|match|fullmatch|finditer)\(/.test(actual.text)) return false;
  if (by === "is not" || by === "!=") return isNone && !negated;
  if ((by === "is" || by === "==") && negated) return expected?.type === "none";
  const bare = barePython(actual);
  if (by === "isinstance")
    return /^(?:\w+\.)?(?:Callable|FunctionType|BuiltinFunctionType|types\.FunctionType)$/.test(expected?.text ?? "");
  if (by !== "true" || negated) return false;
  if (isImported(bare, frame)) return true;
  if (bare.type === "boolean_operator" && childOf(bare, "operator")?.text === "and") {
    return [childOf(bare, "left"), childOf(bare, "right")].every(
      (side) => side !== undefined && isPresence(side, frame),
    );
  }
  return isPresence(bare, frame);
}

function isPresence(node: PythonNode, frame: PythonFrame): boolean {
  const bare = barePython(node);
  if (isImported(bare, frame)) return true;
  if (bare.type === "comparison_operator") return /(?:\bis not|!=)\s+None$/.test(bare.text);
  if (bare.type !== "call") return false;
  const callee = dottedName(childOf(bare, "function")) ?? "";
  if (/^(?:callable|hasattr|inspect\.(?:isfunction|isclass|iscoroutinefunction|isroutine|ismodule))$/.test(callee))
    return true;
  return /^isinstance\(.*,\s*(?:\w+\.)*(?:Callable|FunctionType)\s*\)$/s.test(bare.text);
}

/** A name that was imported, or a member of an imported module, that nobody calls. */
function isImported(node: PythonNode, { scopes }: PythonFrame): boolean {
  const root = node.type === "attribute" ? rootOf(node) : node;
  if (root?.type !== "identifier") return false;
  const made = scopes.nameAt(root)?.made ?? [];
  // A member of what was taken from a module may be anything: a setting, a flag.
  const isWhole = ({ by, ...rest }: (typeof made)[number]) =>
    by === "import" && (node.type === "identifier" || ("imported" in rest && rest.imported === ""));
  return made.length > 0 && made.every(isWhole);
}

function rootOf(node: PythonNode): PythonNode | undefined {
  let at: PythonNode | undefined = node;
  while (at?.type === "attribute") at = childOf(at, "object");
  return at;
}

/** `with pytest.raises(X):`, `pytest.raises(X, f)`: somebody else than the test must raise it. */
export function raisingStrength(node: PythonNode, guarded: PythonNode | undefined, frame: PythonFrame): Strength {
  const args = pythonArguments(node);
  if (guarded === undefined) {
    if (args.length > 1 || isGuard(node, frame)) return COUNTED;
    return cannotFail(node, "it expects an error of nothing", "Use it as a context: with pytest.raises(...): ...");
  }
  const own = guarded.children.find(({ type }) => type === "raise_statement");
  if (own !== undefined) {
    return cannotFail(own, "the test raises the error itself", "Let the module raise it.");
  }
  const [types] = args;
  const isAny = types !== undefined && /^(?:\w+\.)?(?:AssertionError|Exception|BaseException)$/.test(types.text);
  const asserts = somePython(
    guarded,
    ({ type, text }) => type === "assert_statement" || (type === "call" && /^self\.assert/.test(text)),
  );
  const isPicky = /\bmatch\s*=/.test(node.text);
  if (isAny && !isPicky && asserts) return cannotFail(node, "the assertion inside may be what is raised");
  return COUNTED;
}

/** Used by `with`, at once or by its name. */
function isGuard(node: PythonNode, { parents, scopes }: PythonFrame): boolean {
  for (let at = parents.get(node); at !== undefined; at = parents.get(at)) {
    if (at.type === "with_clause") return true;
    if (/^(?:return_statement|yield|argument_list|lambda|conditional_expression|pair|list|tuple)$/.test(at.type))
      return true;
    if (at.type === "assignment") {
      const left = childOf(at, "left");
      return left?.type !== "identifier" || (scopes.nameAt(left)?.reads.length ?? 0) > 0;
    }
    if (at.type === "expression_statement") return false;
  }
  return false;
}
