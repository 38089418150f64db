import { childOf, type PythonNode } from "../python-node.js";
import { UNITTEST } from "../tests/python-words.js";
import { barePython, pythonArguments } from "./python-parents.js";
import { partsOf } from "./python-plain.js";

/** What an assertion compares with what, and how. */
export type PythonComparison = {
  readonly actual: PythonNode;
  readonly expected: PythonNode | undefined;
  /** `==`, `is`, `in`, `>=`, or `true` where a value is asked by itself. */
  readonly by: string;
  readonly negated: boolean;
};

const BY: Readonly<Record<string, string>> = {
  True: "true",
  _: "true",
  False: "false",
  IsNone: "is",
  IsNotNone: "is not",
  Is: "is",
  IsNot: "is not",
  In: "in",
  NotIn: "not in",
  Greater: ">",
  GreaterEqual: ">=",
  Less: "<",
  LessEqual: "<=",
  IsInstance: "isinstance",
};
const ONE_OPERAND = /^assert(?:True|False|_|IsNone|IsNotNone)$/;

/** What `assert x == 1` or `self.assertEqual(x, 1)` compares; undefined for what asserts in another way. */
export function pythonComparison(node: PythonNode): PythonComparison | undefined {
  if (node.type === "assert_statement") {
    const condition = node.children[1];
    return condition === undefined ? undefined : ofCondition(condition, false);
  }
  const callee = childOf(node, "function");
  const method = callee?.text.slice(callee.text.lastIndexOf(".") + 1) ?? "";
  if (node.type !== "call" || !UNITTEST.has(method)) return undefined;
  const [first, second] = pythonArguments(node);
  if (first === undefined) return undefined;
  const word = method.replace(/^assert/, "");
  const by = BY[word] ?? (/^Not?\w*Equals?$|^NotEqual/.test(word) && word.startsWith("Not") ? "!=" : "==");
  if (!ONE_OPERAND.test(method)) return { actual: first, expected: second, by, negated: false };
  if (by !== "true" && by !== "false") return { actual: first, expected: undefined, by, negated: false };
  return ofCondition(first, by === "false");
}

function ofCondition(condition: PythonNode, negated: boolean): PythonComparison {
  const bare = barePython(condition);
  if (bare.type === "not_operator") return ofCondition(bare.children.at(-1) ?? bare, !negated);
  if (bare.type === "comparison_operator") {
    const [left, right, ...more] = partsOf(bare);
    const by = bare.children.filter(({ field }) => field === "operators").map(({ text }) => text);
    if (left !== undefined && right !== undefined && more.length === 0 && by.length === 1) {
      return { actual: left, expected: right, by: by[0]?.replace(/\s+/g, " ") ?? "==", negated };
    }
  }
  return { actual: bare, expected: undefined, by: "true", negated };
}

/** Both sides as they are written. `"Empty" in str(error)` looks at the error. */
export function pythonComparedText(node: PythonNode): { actual: string; expected: string } {
  const compared = pythonComparison(node);
  if (compared === undefined) return { actual: node.text, expected: "" };
  const { actual, expected, by, negated } = compared;
  if (by === "is" && expected === undefined) return { actual: actual.text, expected: "None" };
  if (expected === undefined) return { actual: actual.text, expected: negated ? "False" : "" };
  const isSwapped = (by === "in" && isText(actual)) || (isLiteral(actual) && !isLiteral(expected));
  return isSwapped
    ? { actual: expected.text, expected: actual.text }
    : { actual: actual.text, expected: expected.text };
}

function isText({ type }: PythonNode): boolean {
  return type === "string" || type === "concatenated_string";
}

function isLiteral(node: PythonNode): boolean {
  return isText(node) || /^(?:integer|float|true|false|none|unary_operator|list|dictionary|tuple|set)$/.test(node.type);
}
