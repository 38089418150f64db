import { namesOf } from "../imports/python-imports.js";
import { childOf, type PythonNode } from "../python-node.js";

/** How a name comes to its value. */
export type Made =
  | { readonly by: "value"; readonly value: PythonNode; readonly at: PythonNode; readonly whole: boolean }
  | { readonly by: "definition"; readonly at: PythonNode }
  | { readonly by: "import"; readonly specifier: string; readonly imported: string }
  | { readonly by: "parameter"; readonly at: PythonNode; readonly owner: PythonNode; readonly index: number };

/** One name in its scope, with everything that makes it and every place that reads it. */
export type PythonName = {
  readonly text: string;
  /** The module, class, function or comprehension that it belongs to. */
  readonly home: PythonNode;
  readonly made: Made[];
  readonly reads: PythonNode[];
};

export type Scope = {
  readonly node: PythonNode;
  readonly above: Scope | undefined;
  readonly names: Map<string, PythonName>;
  /** `global` and `nonlocal`: the name is another scope's. */
  readonly elsewhere: Map<string, "global" | "nonlocal">;
};

export const COMPREHENSIONS = /^(?:(?:list|set|dictionary)_comprehension|generator_expression)$/;

type Declaring = {
  scopeAt(node: PythonNode): Scope;
  declare(name: string, scope: Scope, made: Made): void;
};

/** Everything that a node gives a name to. */
export function declareAt(node: PythonNode, { scopeAt, declare }: Declaring): void {
  const scope = scopeAt(node);
  const bind = (target: PythonNode | undefined, value: PythonNode | undefined, at = node, into = scope): void => {
    if (target === undefined || value === undefined) return;
    const whole = target.type === "identifier";
    for (const name of targetNames(target)) declare(name, into, { by: "value", value, at, whole });
  };
  switch (node.type) {
    case "function_definition":
    case "class_definition":
      declare(childOf(node, "name")?.text ?? "", scope, { by: "definition", at: node });
      break;
    case "parameters":
    case "lambda_parameters": {
      const owner = scope.node;
      const parameters = node.children.filter(({ type }) => !/^[(),*/]$/.test(type) && type !== "comment");
      for (const [index, at] of parameters.entries()) {
        const [name] = parameterNames(at);
        if (name !== undefined) declare(name, scope, { by: "parameter", at, owner, index });
      }
      break;
    }
    case "assignment":
    case "augmented_assignment":
      bind(childOf(node, "left"), childOf(node, "right"));
      break;
    case "for_statement":
    case "for_in_clause":
      // The rows of a list are not the list.
      for (const name of targetNames(childOf(node, "left"))) {
        const value = childOf(node, "right");
        if (value !== undefined) declare(name, scope, { by: "value", value, at: node, whole: false });
      }
      break;
    case "named_expression": {
      let home: Scope | undefined = scope;
      while (home !== undefined && COMPREHENSIONS.test(home.node.type)) home = home.above;
      bind(childOf(node, "name"), childOf(node, "value"), node, home ?? scope);
      break;
    }
    case "as_pattern":
      bindAlias(node, declare, scope);
      break;
    case "import_statement":
      for (const { name, alias } of namesOf(node)) {
        const local = alias.split(".")[0] ?? alias;
        declare(local, scope, { by: "import", specifier: name, imported: "" });
      }
      break;
    case "import_from_statement": {
      const specifier = childOf(node, "module_name")?.text.replace(/\s+/g, "") ?? "";
      for (const { name, alias } of namesOf(node)) declare(alias, scope, { by: "import", specifier, imported: name });
      break;
    }
    default:
  }
}

/** `with x as y`, `except X as y`. What an except clause catches comes from its `try`, which is found later. */
function bindAlias(node: PythonNode, declare: Declaring["declare"], scope: Scope): void {
  const target = node.children.at(-1);
  const [value] = node.children;
  if (target === undefined || value === undefined) return;
  for (const name of targetNames(target)) declare(name, scope, { by: "value", value, at: node, whole: false });
}

/** The names that are set: `a`, each of `a, (b, *c)`, the `a` of `a.b` and `a[0]`. */
function targetNames(target: PythonNode | undefined): string[] {
  if (target === undefined) return [];
  if (target.type === "identifier") return [target.text];
  // `a.b = x` and `a[0] = x` make no name; they change what is known by one.
  if (target.type === "attribute" || target.type === "subscript") return [];
  if (target.type === "call") return [];
  return target.children.flatMap(targetNames);
}

function parameterNames(parameter: PythonNode): string[] {
  if (parameter.type === "identifier") return [parameter.text];
  const name = childOf(parameter, "name") ?? parameter.children.find(({ type }) => type === "identifier");
  if (name !== undefined) return [name.text];
  return parameter.children.flatMap(parameterNames);
}
