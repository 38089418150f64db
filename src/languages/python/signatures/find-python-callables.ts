import type { JudgedFiles } from "../../judged-files.js";
import { resolvePython } from "../imports/resolve-python.js";
import type { PythonModule } from "../python-module.js";
import { childOf, descendants, type PythonNode } from "../python-node.js";

/** The finished code, and its modules with their trees. */
export type PythonJudged = JudgedFiles & { readonly module: (path: string) => PythonModule };

/** Every definition behind a module's name. Imports that re-export it are followed. Methods are `Class.method`. */
export function findPythonCallables(
  path: string,
  target: string,
  files: PythonJudged,
  visited: Set<string> = new Set(),
): PythonNode[] {
  const key = `${path}:${target}`;
  if (visited.has(key) || files.head.read(path) === undefined) return [];
  visited.add(key);
  const { root, imports } = files.module(path);
  const [name = "", method] = target.split(".");
  const own = definitionsOf(root, name).flatMap((definition) => {
    if (method === undefined) return definition.type === "function_definition" ? [definition] : [];
    const body = definition.type === "class_definition" ? childOf(definition, "body") : undefined;
    return body === undefined ? [] : definitionsOf(body, method);
  });
  if (own.length > 0) return own;
  const binding = imports.get(name);
  const stars = files.sources.exports(path).stars.map((specifier) => ({ specifier, imported: name }));
  const links = binding === undefined || binding.imported === "" ? stars : [binding];
  return links.flatMap(({ specifier, imported }) => {
    const next = resolvePython(path, specifier, files.head);
    const original = method === undefined ? imported : `${imported}.${method}`;
    return next === undefined ? [] : findPythonCallables(next, original, files, visited);
  });
}

/** Definitions of this block, also below an `if` or `try`, but not inside another definition. */
function definitionsOf(block: PythonNode, name: string): PythonNode[] {
  return block.children
    .flatMap((child) => descendants(child, ({ type }) => !isDefinition(type)))
    .filter((node) => isDefinition(node.type) && childOf(node, "name")?.text === name);
}

const isDefinition = (type: string): boolean => type === "function_definition" || type === "class_definition";
