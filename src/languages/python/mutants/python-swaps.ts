import type { MutantOperator } from "../../../domain/gates/mutation-report.js";
import type { Site } from "../../mutants/weave.js";
import type { PythonNode } from "../python-node.js";

type Swap = readonly [MutantOperator, string];

const SWAPS: ReadonlyMap<string, readonly Swap[]> = new Map<string, readonly Swap[]>([
  [
    "<",
    [
      ["boundary", "<="],
      ["comparison", ">="],
    ],
  ],
  [
    "<=",
    [
      ["boundary", "<"],
      ["comparison", ">"],
    ],
  ],
  [
    ">",
    [
      ["boundary", ">="],
      ["comparison", "<="],
    ],
  ],
  [
    ">=",
    [
      ["boundary", ">"],
      ["comparison", "<"],
    ],
  ],
  ["==", [["comparison", "!="]]],
  ["!=", [["comparison", "=="]]],
  ["in", [["comparison", "not in"]]],
  ["not in", [["comparison", "in"]]],
  ["is", [["comparison", "is not"]]],
  ["is not", [["comparison", "is"]]],
  ["and", [["boolean", "or"]]],
  ["or", [["boolean", "and"]]],
  ["+", [["arithmetic", "-"]]],
  ["-", [["arithmetic", "+"]]],
  ["*", [["arithmetic", "/"]]],
  ["/", [["arithmetic", "*"]]],
  ["//", [["arithmetic", "*"]]],
  ["%", [["arithmetic", "*"]]],
  ["**", [["arithmetic", "*"]]],
]);

const BINARY: ReadonlySet<string> = new Set(["comparison_operator", "boolean_operator", "binary_operator"]);

/** An expression with another operator. A chain of comparisons, and a text that is joined or filled in, have none. */
export function swapped(node: PythonNode): Site["changes"][number][] {
  if (!BINARY.has(node.type)) return [];
  const parts = node.children.filter(({ type }) => type !== "comment");
  const [left, token, right] = parts;
  if (parts.length !== 3 || left === undefined || token === undefined || right === undefined) return [];
  const from = token.text.replace(/\s+/g, " ");
  if ((from === "+" || from === "%") && [left, right].some(isText)) return [];
  return (SWAPS.get(from) ?? []).map(([operator, to]) => ({
    operator,
    change: `\`${from}\` becomes \`${to}\``,
    text: `(${left.text}) ${to} (${right.text})`,
  }));
}

function isText(node: PythonNode): boolean {
  if (node.type === "string" || node.type === "concatenated_string") return true;
  return node.type === "binary_operator" && node.children.some(isText);
}
