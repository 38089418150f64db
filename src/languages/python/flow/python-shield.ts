import type { Strength } from "../../test-reading/strength.js";
import { basesOf } from "../python-module.js";
import { childOf, dottedName, type PythonNode } from "../python-node.js";
import { isAsync } from "./python-calls.js";
import type { JudgedPython } from "./python-frame.js";
import { isPythonFunction, pythonArguments, somePython } from "./python-parents.js";
import { handlersIn } from "./python-swallowed.js";

type Tested = { readonly node: PythonNode; readonly body: PythonNode; readonly decorators: readonly PythonNode[] };

/** What makes all assertions of a test void: a mark, a decorator that swallows, or that nobody runs its body. */
export function shieldOf({ node, body, decorators }: Tested, judged: JudgedPython): Strength | undefined {
  const { line } = node;
  const notFailing = (why: string, instead: string): Strength => ({
    verdict: "void",
    missing: "fail",
    line,
    why,
    instead,
  });
  const notRun = (why: string, instead: string): Strength => ({ verdict: "void", missing: "run", line, why, instead });
  const expected = decorators.find(({ text }) => /^@\s*(?:\w+\.)*(?:xfail|expectedFailure)\b/.test(text));
  if (expected !== undefined && !/\bstrict\s*=\s*True/.test(expected.text)) {
    return notFailing(
      `it is marked ${expected.text.split("(", 1)[0]}: a failure is what is expected`,
      "Take the mark away.",
    );
  }
  const quiet = decorators.find((decorator) => swallowsAround(decorator, judged));
  if (quiet !== undefined) {
    return notFailing(`its failure is caught by ${quiet.text} and goes nowhere`, "Take the decorator away.");
  }
  const empty = decorators.find((decorator) => hasNoRows(decorator, judged));
  if (empty !== undefined) return notRun("its table has no rows", "Write the rows of the table out.");
  if (somePython(body, ({ type }) => type === "yield", { intoFunctions: false })) {
    return notRun("a test that yields is not run", "Let the test be a plain function, without yield.");
  }
  if (isAsync(node) && isInPlainTestCase(node, judged)) {
    return notRun(
      "nobody awaits it: its class is unittest.TestCase",
      "Let the class be unittest.IsolatedAsyncioTestCase.",
    );
  }
  return undefined;
}

/** A decorator of the test's own that runs the test inside a `try` that says nothing. */
function swallowsAround(decorator: PythonNode, judged: JudgedPython): boolean {
  const named = decorator.children[1];
  if (named === undefined) return false;
  const callee = named.type === "call" ? (childOf(named, "function") ?? named) : named;
  const made = callee.type === "identifier" ? (judged.scopes.nameAt(callee)?.made ?? []) : [];
  return made.some((each) => each.by === "definition" && handlersIn(each.at, judged, ({ type }) => type === "call"));
}

function hasNoRows(decorator: PythonNode, { values }: JudgedPython): boolean {
  const call = decorator.children[1];
  if (call?.type !== "call") return false;
  const callee = dottedName(childOf(call, "function")) ?? "";
  const args = pythonArguments(call);
  if (/(?:^|\.)parametrize$/.test(callee)) return args[1] !== undefined && values.isEmpty(args[1]);
  return /(?:^|\.)(?:expand|parameterized)$/.test(callee) && args[0] !== undefined && values.isEmpty(args[0]);
}

function isInPlainTestCase(node: PythonNode, { parents, module }: JudgedPython): boolean {
  let at = parents.get(node);
  while (at !== undefined && at.type !== "class_definition" && !isPythonFunction(at)) at = parents.get(at);
  if (at?.type !== "class_definition") return false;
  const bases = basesOf(at).map((base) => {
    const binding = module.imports.get(base);
    return binding === undefined ? base : `${binding.specifier}.${binding.imported}`;
  });
  return bases.length > 0 && bases.every((base) => base === "unittest.TestCase" || base === "unittest.case.TestCase");
}
