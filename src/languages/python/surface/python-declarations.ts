import { childOf, type PythonNode } from "../python-node.js";

/** The statements at the top of a module, decorators included. Code that runs only as a script cannot be imported. */
export function topLevel(root: PythonNode): PythonNode[] {
  return root.children.flatMap((node): PythonNode[] => {
    if (node.type === "if_statement" && /__name__/.test(childOf(node, "condition")?.text ?? "")) return [];
    return NESTS.has(node.type) ? topLevel(node) : [node];
  });
}

/** `if`, `try` and `with` at the top declare for the whole module. */
const NESTS = new Set([
  "if_statement",
  "elif_clause",
  "else_clause",
  "try_statement",
  "except_clause",
  "except_group_clause",
  "finally_clause",
  "with_statement",
  "block",
]);

/** The definition in a statement, below its decorators. */
export function definitionIn(statement: PythonNode): PythonNode | undefined {
  const node = statement.type === "decorated_definition" ? childOf(statement, "definition") : statement;
  return node?.type === "function_definition" || node?.type === "class_definition" ? node : undefined;
}

export function assignmentIn(statement: PythonNode): PythonNode | undefined {
  return statement.type === "expression_statement"
    ? statement.children.find(({ type }) => type === "assignment")
    : undefined;
}

/** The names that `a`, `a, b` or `[a, (b, c)]` bind; `a.b` and `a[0]` bind none. */
function boundNames(target: PythonNode | undefined): string[] {
  if (target === undefined) return [];
  if (target.type === "identifier") return [target.text];
  return PATTERNS.has(target.type) ? target.children.flatMap(boundNames) : [];
}

const PATTERNS = new Set([
  "pattern_list",
  "tuple_pattern",
  "list_pattern",
  "list_splat_pattern",
  "parenthesized_expression",
]);

/** `a = b = 1` binds both. */
export function assignedNames(assignment: PythonNode): string[] {
  const right = childOf(assignment, "right");
  return [...boundNames(childOf(assignment, "left")), ...(right?.type === "assignment" ? assignedNames(right) : [])];
}

/** The name before `=` in `type Name[T] = ...`. */
export function aliasName(statement: PythonNode): string | undefined {
  if (statement.type !== "type_alias_statement") return undefined;
  return /^\w+/.exec(childOf(statement, "left")?.text ?? "")?.[0];
}
