import type { ExportSurface } from "../../source-file.js";
import { childOf, descendants, type PythonNode } from "../python-node.js";
import { namesOf } from "./python-imports.js";

/** Names that only running the module makes. */
const MADE_BY_RUNNING = /\bglobals\(\)|\bsys\.modules\[|\bexec\(|\bvars\(\)|\blocals\(\)\.update|\bsetattr\(sys\b/;

/** What a statement gives a value: an assignment, a loop, `with ... as`, `except ... as`, `:=`, `type`. */
function boundBy(node: PythonNode): PythonNode | undefined {
  switch (node.type) {
    case "assignment":
    case "augmented_assignment":
    case "for_statement":
    case "type_alias_statement":
      return childOf(node, "left") ?? node.children[0];
    case "named_expression":
      return childOf(node, "name");
    case "as_pattern":
      return childOf(node, "alias");
    default:
      return undefined;
  }
}

/** `global x` in a function makes `x` a name of the module. */
function globalNames(root: PythonNode): string[] {
  if (!/\bglobal\b/.test(root.text)) return [];
  return descendants(root).flatMap(({ type, children }) =>
    type === "global_statement" ? children.filter((child) => child.type === "identifier").map(({ text }) => text) : [],
  );
}

/** The exports of a module: everything defined, assigned or imported at its top level. */
export function pythonExports(root: PythonNode): ExportSurface {
  const names = new Set<string>();
  const stars: string[] = [];
  const visit = (node: PythonNode): void => {
    if (node.type === "function_definition" || node.type === "class_definition") {
      names.add(childOf(node, "name")?.text ?? "");
      return; // its content is local
    }
    if (node.type === "import_from_statement") {
      if (node.children.some((child) => child.type === "wildcard_import"))
        stars.push(childOf(node, "module_name")?.text ?? "");
      for (const { alias } of namesOf(node)) names.add(alias);
    } else if (node.type === "import_statement") {
      for (const { alias } of namesOf(node)) names.add(alias.split(".")[0] ?? alias);
    } else {
      const made = boundBy(node);
      if (made !== undefined)
        for (const { type, text } of descendants(made)) if (type === "identifier") names.add(text);
    }
    for (const child of node.children) visit(child);
  };
  visit(root);
  for (const name of globalNames(root)) names.add(name);
  const opaque = names.has("__getattr__") || MADE_BY_RUNNING.test(root.text);
  return { names, stars, passedOn: [], opaque };
}
