import type { MutantOperator } from "../../../domain/gates/mutation-report.js";
import { ts } from "../../compiler.js";
import type { Site } from "../../mutants/weave.js";

type Swap = { readonly operator: MutantOperator; readonly to: string };

const swaps = (operator: MutantOperator, ...to: readonly string[]): Swap[] =>
  to.map((each) => ({ operator, to: each }));
const edge = (boundary: string, opposite: string): Swap[] => [
  ...swaps("boundary", boundary),
  ...swaps("comparison", opposite),
];

const SWAPS: ReadonlyMap<string, readonly Swap[]> = new Map([
  ["<", edge("<=", ">=")],
  ["<=", edge("<", ">")],
  [">", edge(">=", "<=")],
  [">=", edge(">", "<")],
  ["===", swaps("comparison", "!==")],
  ["!==", swaps("comparison", "===")],
  ["==", swaps("comparison", "!=")],
  ["!=", swaps("comparison", "==")],
  ["&&", swaps("boolean", "||")],
  ["||", swaps("boolean", "&&")],
  ["??", swaps("boolean", "&&")],
  ["+", swaps("arithmetic", "-")],
  ["-", swaps("arithmetic", "+")],
  ["*", swaps("arithmetic", "/")],
  ["/", swaps("arithmetic", "*")],
  ["%", swaps("arithmetic", "*")],
  ["**", swaps("arithmetic", "*")],
  ["+=", swaps("arithmetic", "-=")],
  ["-=", swaps("arithmetic", "+=")],
  ["*=", swaps("arithmetic", "/=")],
  ["/=", swaps("arithmetic", "*=")],
]);

/** A binary expression with another operator. A text that is joined has no other operator. */
export function binaryChanges(node: ts.BinaryExpression, source: ts.SourceFile): Site["changes"][number][] {
  const { left, right, operatorToken } = node;
  const from = operatorToken.getText(source);
  if ((from === "+" || from === "+=") && (isText(left) || isText(right))) return [];
  // A loop that counts the other way would only end by its time limit.
  if (ts.isForStatement(node.parent) && node.parent.incrementor === node) return [];
  const isAssignment = from.endsWith("=") && !/^[<>=!]/.test(from);
  const target = isAssignment ? left.getText(source) : `(${left.getText(source)})`;
  return (SWAPS.get(from) ?? []).map(({ operator, to }) => ({
    operator,
    change: `\`${from}\` becomes \`${to}\``,
    text: `${target} ${to} (${right.getText(source)})`,
  }));
}

function isText(node: ts.Node): boolean {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return true;
  return ts.isBinaryExpression(node) && (isText(node.left) || isText(node.right));
}
