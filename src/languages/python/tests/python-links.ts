import type { NameLink } from "../../test-reading/name-links.js";
import { childOf, descendants, type PythonNode } from "../python-node.js";

export function pythonMentions(...nodes: readonly PythonNode[]): { names: Set<string>; literals: string[] } {
  const all = nodes.flatMap((node) => descendants(node));
  const names = new Set(all.filter(({ type }) => type === "identifier").map(({ text }) => text));
  const literals = all.filter(({ type }) => type === "string_content").map(({ text }) => text);
  return { names, literals };
}

/**
 * The links under a node: definitions, assignments and statements; `with ... as x` creates x. Nested tests and
 * assertions (`apart`) link nothing, except that `with pytest.raises(...) as x` makes x from the block under it.
 */
export function pythonLinks(root: PythonNode, apart: (node: PythonNode) => boolean): NameLink[] {
  return descendants(root, (node) => !apart(node)).flatMap((node): NameLink[] => {
    if (apart(node)) return [];
    if (node.type === "with_statement") return caughtBy(node, apart);
    const makes = namesMadeBy(node);
    const isStatement = node.type === "expression_statement" && !node.children.some(apart);
    return makes !== undefined || isStatement ? [{ makes: makes ?? [], mentions: pythonMentions(node) }] : [];
  });
}

function caughtBy(node: PythonNode, apart: (node: PythonNode) => boolean): NameLink[] {
  const [body, clause] = [childOf(node, "body"), node.children.find(({ type }) => type === "with_clause")];
  if (body === undefined || clause === undefined) return [];
  return descendants(clause)
    .filter(({ type, children: [value] }) => type === "as_pattern" && value !== undefined && apart(value))
    .map((pattern) => ({ makes: namesIn(pattern.children.at(-1)), mentions: pythonMentions(body) }));
}

function namesMadeBy(node: PythonNode): string[] | undefined {
  switch (node.type) {
    case "function_definition":
    case "class_definition":
      return [childOf(node, "name")?.text ?? ""];
    case "assignment":
    case "for_statement":
      return namesIn(childOf(node, "left"));
    case "as_pattern":
      return namesIn(node.children.at(-1));
    default:
      return undefined;
  }
}

function namesIn(target: PythonNode | undefined): string[] {
  return target === undefined ? [] : [...pythonMentions(target).names];
}
