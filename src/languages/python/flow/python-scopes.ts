import { childOf, descendants, type PythonNode } from "../python-node.js";
import { COMPREHENSIONS, declareAt, type Made, type PythonName, type Scope } from "./python-declared.js";
import { isTarget, isValueName } from "./python-name-places.js";
import { isPythonFunction, type PythonParents } from "./python-parents.js";

/** The names of one file by the rules of Python's scopes; attributes of `self` belong to their class. */
export type PythonScopes = {
  /** Who an identifier, or an attribute of `self`, is. Undefined for a builtin, and for what is inherited from elsewhere. */
  nameAt(node: PythonNode): PythonName | undefined;
  /** The name that a function or class is at hand by. */
  nameOf(definition: PythonNode): PythonName | undefined;
};

function opensScope(node: PythonNode): boolean {
  return isPythonFunction(node) || node.type === "class_definition" || COMPREHENSIONS.test(node.type);
}

export function pythonScopes(root: PythonNode, parents: PythonParents): PythonScopes {
  const scopes = new Map<PythonNode, Scope>();
  const open = (node: PythonNode, above: Scope | undefined): Scope => {
    const scope = { node, above, names: new Map(), elsewhere: new Map() };
    scopes.set(node, scope);
    return scope;
  };
  const scopeAt = (node: PythonNode): Scope => {
    let at = parents.get(node);
    while (at !== undefined && !scopes.has(at)) at = parents.get(at);
    return scopes.get(at ?? root) as Scope;
  };
  const visit = (node: PythonNode, scope: Scope): void => {
    const inside = node !== root && opensScope(node) ? open(node, scope) : scope;
    for (const child of node.children) visit(child, inside);
  };
  visit(root, open(root, undefined));

  const nodes = descendants(root);
  for (const node of nodes) {
    if (node.type !== "global_statement" && node.type !== "nonlocal_statement") continue;
    const kind = node.type === "global_statement" ? "global" : "nonlocal";
    for (const { type, text } of node.children) if (type === "identifier") scopeAt(node).elsewhere.set(text, kind);
  }
  const declare = (name: string, scope: Scope, made: Made): void => {
    const kind = scope.elsewhere.get(name);
    const target = kind === "global" ? (scopes.get(root) as Scope) : kind === "nonlocal" ? outer(scope, name) : scope;
    const known = target.names.get(name) ?? { text: name, home: target.node, made: [], reads: [] };
    known.made.push(made);
    target.names.set(name, known);
  };
  const selfOf = (node: PythonNode): Scope | undefined => {
    if (node.type !== "identifier") return undefined;
    let scope: Scope | undefined = scopeAt(node);
    for (; scope !== undefined; scope = scope.above) {
      const name = scope.names.get(node.text);
      if (name === undefined) continue;
      const [first] = name.made;
      const isFirst = first?.by === "parameter" && first.index === 0 && scope.above?.node.type === "class_definition";
      return isFirst ? scope.above : undefined;
    }
    return undefined;
  };
  for (const node of nodes) declareAt(node, { scopeAt, declare });
  // Attributes of `self` after the parameters that `self` is found by.
  for (const node of nodes) {
    if (node.type !== "assignment" && node.type !== "augmented_assignment") continue;
    const [left, right] = [childOf(node, "left"), childOf(node, "right")];
    if (left?.type !== "attribute" || right === undefined) continue;
    const owner = childOf(left, "object");
    const self = owner === undefined ? undefined : selfOf(owner);
    if (self !== undefined) {
      declare(childOf(left, "attribute")?.text ?? "", self, { by: "value", value: right, at: node, whole: true });
    }
  }

  const resolveName = (name: string, from: Scope): PythonName | undefined => {
    let scope: Scope | undefined = from;
    if (from.elsewhere.get(name) === "global") return scopes.get(root)?.names.get(name);
    for (; scope !== undefined; scope = scope.above) {
      // What stands in a class is no name of its methods.
      if (scope !== from && scope.node.type === "class_definition") continue;
      const found = scope.names.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const attributeIn = (scope: Scope, name: string, seen: Set<Scope> = new Set()): PythonName | undefined => {
    const found = scope.names.get(name);
    if (found !== undefined || seen.has(scope)) return found;
    seen.add(scope);
    for (const base of childOf(scope.node, "superclasses")?.children ?? []) {
      const above = base.type === "identifier" ? resolveName(base.text, scope) : undefined;
      for (const made of above?.made ?? []) {
        const inherited = made.by === "definition" ? scopes.get(made.at) : undefined;
        const inThere = inherited === undefined ? undefined : attributeIn(inherited, name, seen);
        if (inThere !== undefined) return inThere;
      }
    }
    return undefined;
  };
  const known = new Map<PythonNode, PythonName>();
  for (const node of nodes) {
    const name =
      node.type === "identifier" && isValueName(node, parents)
        ? resolveName(node.text, scopeAt(node))
        : node.type === "attribute"
          ? ofSelf(node)
          : undefined;
    if (name === undefined) continue;
    known.set(node, name);
    if (!isTarget(node, parents)) name.reads.push(node);
  }
  function ofSelf(node: PythonNode): PythonName | undefined {
    const owner = childOf(node, "object");
    const self = owner === undefined ? undefined : selfOf(owner);
    return self === undefined ? undefined : attributeIn(self, childOf(node, "attribute")?.text ?? "");
  }
  return {
    nameAt: (node) => known.get(node),
    nameOf: (definition) => scopeAt(definition).names.get(childOf(definition, "name")?.text ?? ""),
  };
}

function outer(scope: Scope, name: string): Scope {
  for (let at = scope.above; at !== undefined; at = at.above) if (at.names.has(name)) return at;
  return scope;
}
