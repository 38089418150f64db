import { namesOf } from "./imports/python-imports.js";
import { childOf, descendants, dottedName, type PythonNode } from "./python-node.js";

/** The source of an imported name; `imported` is empty if it is the module itself. */
export type PythonBinding = { readonly specifier: string; readonly imported: string };

/** A Python file, for following tests. */
export type PythonModule = {
  readonly path: string;
  readonly text: string;
  readonly root: PythonNode;
  readonly imports: ReadonlyMap<string, PythonBinding>;
  /** The modules of `from x import *`. */
  readonly stars: readonly string[];
  /** Functions and methods by name, without scope, which may find too much but misses nothing. */
  readonly functions: ReadonlyMap<string, readonly PythonNode[]>;
  /** Classes by name, with the names of their bases. */
  readonly classes: ReadonlyMap<string, readonly string[]>;
};

export function readPythonModule(path: string, text: string, root: PythonNode): PythonModule {
  const imports = new Map<string, PythonBinding>();
  const stars: string[] = [];
  const functions = new Map<string, PythonNode[]>();
  const classes = new Map<string, readonly string[]>();
  const addFunction = (name: string, node: PythonNode) => functions.set(name, [...(functions.get(name) ?? []), node]);
  for (const node of descendants(root)) {
    if (node.type === "function_definition") addFunction(childOf(node, "name")?.text ?? "", node);
    else if (node.type === "class_definition") {
      const name = childOf(node, "name")?.text ?? "";
      classes.set(name, basesOf(node));
      for (const method of guardsOf(node)) addFunction(name, method);
    } else if (node.type === "import_statement") {
      for (const { name, alias } of namesOf(node)) {
        imports.set(alias.split(".")[0] ?? alias, { specifier: name, imported: "" });
      }
    } else if (node.type === "import_from_statement") {
      const specifier = childOf(node, "module_name")?.text.replace(/\s+/g, "") ?? "";
      if (node.children.some(({ type }) => type === "wildcard_import")) stars.push(specifier);
      for (const { name, alias } of namesOf(node)) imports.set(alias, { specifier, imported: name });
    }
  }
  return { path, text, root, imports, stars, functions, classes };
}

/** The methods that run when a class is called and used by `with`. */
function guardsOf(definition: PythonNode): PythonNode[] {
  const methods = childOf(definition, "body")?.children ?? [];
  return methods.filter((node) => /^__(?:init|enter|exit|aenter|aexit)__$/.test(childOf(node, "name")?.text ?? ""));
}

/** The bases of a class, by name; `with_metaclass(Meta, Base)` counts as each name in it. */
export function basesOf(definition: PythonNode): string[] {
  const listed = childOf(definition, "superclasses")?.children ?? [];
  return listed
    .filter(({ type }) => type !== "keyword_argument")
    .flatMap((node) => {
      const name = dottedName(node);
      return name === undefined ? (node.text.match(/[\w.]+/g) ?? []) : [name];
    });
}
