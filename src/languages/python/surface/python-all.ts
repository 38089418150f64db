import { childOf, type PythonNode } from "../python-node.js";

/** The names of `__all__`; undefined if there is none, or if it is computed. */
export function publicNames(statements: readonly PythonNode[]): string[] | undefined {
  const parts = statements
    .filter(({ type }) => type === "expression_statement")
    .flatMap(({ children }) => children)
    .flatMap((node) => additionTo(node) ?? []);
  if (parts.length === 0) return undefined;
  const names = parts.map(listedNames);
  return names.includes(undefined) ? undefined : [...new Set(names.flatMap((list) => list ?? []))];
}

/** The names that `__all__ = x`, `__all__ += x`, `__all__.extend(x)` and `__all__.append(x)` add. */
function additionTo(node: PythonNode): PythonNode | undefined {
  if (node.type === "assignment" || node.type === "augmented_assignment") {
    return childOf(node, "left")?.text === "__all__" ? childOf(node, "right") : undefined;
  }
  if (node.type !== "call" || !/^__all__\.(?:extend|append)$/.test(childOf(node, "function")?.text ?? ""))
    return undefined;
  return childOf(node, "arguments")?.children.find(({ type }) => !PUNCTUATION.test(type));
}

const PUNCTUATION = /^(?:[()[\],]|comment)$/;

function listedNames(node: PythonNode): string[] | undefined {
  if (node.type === "string") {
    const isPlain = node.children.every(({ type }) => /^string_(?:start|content|end)$/.test(type));
    return isPlain ? [node.children.find(({ type }) => type === "string_content")?.text ?? ""] : undefined;
  }
  if (!["list", "tuple", "expression_list", "set", "parenthesized_expression"].includes(node.type)) return undefined;
  const names = node.children.filter(({ type }) => !PUNCTUATION.test(type)).map(listedNames);
  return names.includes(undefined) ? undefined : names.flatMap((list) => list ?? []);
}
