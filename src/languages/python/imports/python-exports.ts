import type { ExportSurface } from "../../source-file.js";
import { childOf, descendants, type PythonNode } from "../python-node.js";
import { namesOf } from "./python-imports.js";

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
    } else if (node.type === "assignment") {
      const left = childOf(node, "left");
      if (left !== undefined)
        for (const { type, text } of descendants(left)) if (type === "identifier") names.add(text);
    }
    for (const child of node.children) visit(child);
  };
  visit(root);
  const opaque = names.has("__getattr__");
  return { names, stars, passedOn: [], opaque };
}
