import type { Site } from "../../mutants/weave.js";
import { childOf, type PythonNode } from "../python-node.js";
import { swapped } from "./python-swaps.js";

type Change = Site["changes"][number];

/** No value is in them that could be another one. */
const NOT_RUN: ReadonlySet<string> = new Set([
  "type",
  "type_alias_statement",
  "decorator",
  "import_statement",
  "import_from_statement",
  "future_import_statement",
  "case_pattern",
]);

/** Every part of a Python file that mutants replace. */
export function pythonSites(root: PythonNode, text: string): Site[] {
  const sites: Site[] = [];
  const visit = (node: PythonNode, parent: PythonNode, within: string): void => {
    if (NOT_RUN.has(node.type) || isDocumentation(node)) return;
    const add = (kind: Site["kind"], changes: readonly Change[]) => {
      if (changes.length === 0) return;
      sites.push({ kind, start: node.start, end: node.start + node.text.length, line: node.line, within, changes });
    };
    add("expression", [...swapped(node), ...valueChanges(node), ...roleChanges(node, parent)]);
    add("statement", isAloneOnItsLine(node, text) ? statementChanges(node) : []);
    // Older versions allow no quotes inside of the values in a text.
    if (node.type === "string" || node.type === "concatenated_string") return;
    const named = node.type === "function_definition" && within === "" ? (childOf(node, "name")?.text ?? "") : within;
    for (const child of node.children) visit(child, node, named);
  };
  for (const child of root.children) visit(child, root, "");
  return sites;
}

function isDocumentation({ type, children }: PythonNode): boolean {
  return type === "expression_statement" && children.length === 1 && children[0]?.type === "string";
}

function valueChanges({ type, text, children }: PythonNode): Change[] {
  switch (type) {
    case "not_operator":
      return [{ operator: "boolean", change: "`not` is removed", text: children.at(-1)?.text ?? "None" }];
    case "true":
      return [{ operator: "boolean", change: "`True` becomes `False`", text: "False" }];
    case "false":
      return [{ operator: "boolean", change: "`False` becomes `True`", text: "True" }];
    case "integer":
    case "float":
      return [{ operator: "constant", change: "a number is one more", text: `${text} + 1` }];
    case "concatenated_string":
      return [{ operator: "constant", change: "a text becomes empty", text: '""' }];
    case "string":
      return textChange(text);
    default:
      return [];
  }
}

function textChange(text: string): Change[] {
  const prefix = /^[A-Za-z]*/.exec(text)?.[0].toLowerCase() ?? "";
  const bytes = prefix.includes("b") ? "b" : "";
  const isEmpty = /^(?:""|''|"{6}|'{6})$/.test(text.slice(prefix.length));
  return isEmpty
    ? [{ operator: "constant", change: "an empty text is filled", text: `${bytes}"factory"` }]
    : [{ operator: "constant", change: "a text becomes empty", text: `${bytes}""` }];
}

/** What follows from the place of an expression: a condition, or what a function returns. */
function roleChanges(node: PythonNode, parent: PythonNode): Change[] {
  if (isCondition(node, parent)) {
    return [
      { operator: "branch", change: "a condition becomes `True`", text: "True" },
      { operator: "branch", change: "a condition becomes `False`", text: "False" },
    ];
  }
  if (parent.type === "while_statement" && node.field === "condition") {
    return [{ operator: "branch", change: "a loop never runs", text: "False" }];
  }
  const isReturned =
    (parent.type === "return_statement" && node.type !== "return" && node.type !== "comment") ||
    (parent.type === "lambda" && node.field === "body");
  return isReturned && node.type !== "none"
    ? [{ operator: "return", change: "a returned value becomes `None`", text: "None" }]
    : [];
}

function isCondition(node: PythonNode, parent: PythonNode): boolean {
  if (parent.type === "if_statement" || parent.type === "elif_clause") return node.field === "condition";
  return parent.type === "conditional_expression" && parent.children[2] === node;
}

/** A statement in a line of its own, which a condition can stand before. */
function isAloneOnItsLine({ start, text: own }: PythonNode, text: string): boolean {
  const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const end = text.indexOf("\n", start + own.length);
  const after = text.slice(start + own.length, end === -1 ? text.length : end);
  return /^[ \t]*$/.test(before) && /^\s*(?:#.*)?$/.test(after);
}

function statementChanges({ type, children }: PythonNode): Change[] {
  if (type === "raise_statement") return [{ operator: "statement", change: "a `raise` is removed", text: "" }];
  const [what] = children;
  if (type !== "expression_statement" || what === undefined) return [];
  const isName = what.type === "assignment" && childOf(what, "left")?.type === "identifier";
  return isName || what.type === "yield" ? [] : [{ operator: "statement", change: "a statement is removed", text: "" }];
}
