import type { PythonNode } from "../python-node.js";

/** The node around each node of one file. */
export type PythonParents = ReadonlyMap<PythonNode, PythonNode>;

export function parentsIn(root: PythonNode): PythonParents {
  const found = new Map<PythonNode, PythonNode>();
  const visit = (node: PythonNode): void => {
    for (const child of node.children) {
      found.set(child, node);
      visit(child);
    }
  };
  visit(root);
  return found;
}

const FUNCTIONS: ReadonlySet<string> = new Set(["function_definition", "lambda"]);

export function isPythonFunction({ type }: PythonNode): boolean {
  return FUNCTIONS.has(type);
}

/** Every node below another, itself included, without what is inside functions of their own when asked. */
export function somePython(
  root: PythonNode,
  isIt: (node: PythonNode) => boolean,
  { intoFunctions = true }: { readonly intoFunctions?: boolean } = {},
): boolean {
  if (isIt(root)) return true;
  return root.children.some(
    (child) => (intoFunctions || !isPythonFunction(child)) && somePython(child, isIt, { intoFunctions }),
  );
}

/** `(((x)))` is `x`. */
export function barePython(node: PythonNode): PythonNode {
  if (node.type !== "parenthesized_expression") return node;
  const inner = node.children.find(({ type }) => type !== "(" && type !== ")" && type !== "comment");
  return inner === undefined ? node : barePython(inner);
}

/** The values that a call is given, without their names. */
export function pythonArguments(call: PythonNode): PythonNode[] {
  const list = call.children.find(({ field }) => field === "arguments");
  if (list === undefined) return [];
  if (list.type === "generator_expression") return [list];
  return list.children.filter(({ type }) => !/^[(),]$/.test(type) && type !== "keyword_argument" && type !== "comment");
}

export function shortPython({ text }: PythonNode): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}

/** The code of a whole statement, whose value nobody takes. */
export function isStatement(node: PythonNode, parents: PythonParents): boolean {
  return parents.get(node)?.type === "expression_statement";
}
