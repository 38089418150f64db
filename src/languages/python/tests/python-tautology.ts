import { childOf, dottedName, type PythonNode } from "../python-node.js";

/** Whether a condition cannot fail: constants only, or a value compared with itself. */
export function isPythonTautology(condition: PythonNode): boolean {
  if (condition.type === "parenthesized_expression") {
    return condition.children.filter(({ type }) => !/^[()]$/.test(type)).every(isPythonTautology);
  }
  if (isConstant(condition)) return true;
  if (condition.type !== "comparison_operator") return false;
  const operands = condition.children.filter(({ field }) => field !== "operators");
  const isEquality = condition.children.some(({ type }) => type === "==" || type === "is");
  return operands.every(isConstant) || (isEquality && sameReference(operands));
}

/** `self.assertTrue(True)`, `self.assertEqual(1, 1)`, `self.assertEqual(x, x)`. */
export function isEmptyUnittest(call: PythonNode, method: string): boolean {
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

const CONSTANTS = new Set(["integer", "float", "true", "false", "none", "ellipsis"]);
const COMPOSED = new Set([
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
]);

function isConstant(node: PythonNode): boolean {
  if (CONSTANTS.has(node.type)) return true;
  if (node.type === "string") return !node.children.some(({ type }) => type === "interpolation");
  if (!COMPOSED.has(node.type)) return false;
  return node.children
    .filter(({ type }) => /^[a-z_]{3,}$/.test(type) && type !== "not" && type !== "comment")
    .every(isConstant);
}

function sameReference(operands: readonly PythonNode[]): boolean {
  const [left, right] = operands;
  return dottedName(left) !== undefined && dottedName(left) === dottedName(right);
}
