import { namesOf } from "./python-imports.js";
import { childOf, descendants, type PythonNode } from "./python-node.js";

/** Where an imported name comes from; `imported` is empty when it is the module itself. */
type PythonBinding = { readonly specifier: string; readonly imported: string };

/** A Python file as its tests are followed through it. */
export type PythonModule = {
  readonly path: string;
  readonly text: string;
  readonly root: PythonNode;
  readonly imports: ReadonlyMap<string, PythonBinding>;
  /** Functions and methods by their name, without regard to scope, which errs on finding. */
  readonly functions: ReadonlyMap<string, readonly PythonNode[]>;
};

export function readPythonModule(path: string, text: string, root: PythonNode): PythonModule {
  const imports = new Map<string, PythonBinding>();
  const functions = new Map<string, PythonNode[]>();
  for (const node of descendants(root)) {
    if (node.type === "function_definition") {
      const name = childOf(node, "name")?.text ?? "";
      functions.set(name, [...(functions.get(name) ?? []), node]);
    } else if (node.type === "import_statement") {
      for (const { name, alias } of namesOf(node)) {
        imports.set(alias.split(".")[0] ?? alias, { specifier: name, imported: "" });
      }
    } else if (node.type === "import_from_statement") {
      const specifier = childOf(node, "module_name")?.text ?? "";
      for (const { name, alias } of namesOf(node)) imports.set(alias, { specifier, imported: name });
    }
  }
  return { path, text, root, imports, functions };
}
