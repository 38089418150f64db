import { childOf, type PythonNode } from "../python-node.js";
import type { PythonPlace } from "./python-sources.js";

type PythonCaller = { readonly call: PythonNode; readonly calls: boolean };

/** The calls of a function, and those that are given it. */
export function callersOf(definition: PythonNode, { scopes, parents }: PythonPlace): PythonCaller[] {
  // A lambda is at hand where it stands, or by the name it is kept under.
  const reads = definition.type === "lambda" ? [definition] : (scopes.nameOf(definition)?.reads ?? []);
  return reads.flatMap((read) => callerAt(read, { scopes, parents }, new Set([definition])));
}

function callerAt(read: PythonNode, place: PythonPlace, open: Set<PythonNode>): PythonCaller[] {
  let at = read;
  for (let parent = place.parents.get(at); parent !== undefined; parent = place.parents.get(at)) {
    if (parent.type === "call") return [{ call: parent, calls: at.field === "function" }];
    if (parent.type === "argument_list" || parent.type === "keyword_argument") {
      at = parent;
      continue;
    }
    if (parent.type === "assignment" && at.field === "right") {
      const left = childOf(parent, "left");
      const name = left === undefined ? undefined : place.scopes.nameAt(left);
      if (name === undefined || open.has(parent)) return [];
      open.add(parent);
      return name.reads.flatMap((each) => callerAt(each, place, open));
    }
    if (!/^(?:list|tuple|dictionary|pair|parenthesized_expression|set|conditional_expression)$/.test(parent.type))
      return [];
    at = parent;
  }
  return [];
}

/** The decorators of a function or class. */
export function decoratorsOf(definition: PythonNode, { parents }: Pick<PythonPlace, "parents">): PythonNode[] {
  return (parents.get(definition)?.children ?? []).filter(({ type }) => type === "decorator");
}

/** Whether a function is a method. */
export function isInClass(definition: PythonNode, { parents }: Pick<PythonPlace, "parents">): boolean {
  let at = parents.get(definition);
  while (at?.type === "decorated_definition" || at?.type === "block") at = parents.get(at);
  return at?.type === "class_definition";
}
