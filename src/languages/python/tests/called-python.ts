import type { PythonModule } from "../python-module.js";
import type { PythonNode } from "../python-node.js";
import { moduleBehind, type PythonModules, placesOf } from "./python-library.js";

/** A function that a call reaches, and its module. */
export type ReachedPython = { readonly helper: PythonNode; readonly module: PythonModule };

/** Methods that lists, dictionaries, texts and clients have, and helpers rarely. */
const BUILT_IN =
  /^(?:get|post|put|patch|delete|append|add|pop|keys|values|items|update|join|split|strip|format|read|write|close|copy|run|call|send|start|stop)$/;

/**
 * The functions that a call may refer to, by name: of an imported module, of its own module, of base and mixin classes,
 * and fixtures from conftest.py.
 */
export function calledPython(callee: string, module: PythonModule, modules: PythonModules): ReachedPython[] {
  const [root = callee] = callee.split(".", 1);
  const isMember = callee.includes(".");
  const name = callee.slice(callee.lastIndexOf(".") + 1);
  const binding = module.imports.get(root);
  if (binding !== undefined) {
    const target = moduleBehind(binding, module, modules);
    return target === undefined ? [] : functionsOffered(isMember ? name : binding.imported, target, modules);
  }
  const own = functionsOffered(name, module, modules);
  if (own.length > 0) return own;
  const isInherited = /^(?:self|cls|super\(.*\))$/.test(root);
  const near = isMember && (isInherited || !BUILT_IN.test(name)) ? methodsNear(name, module, modules) : [];
  if (near.length > 0) return near;
  return modules.conftests(module).flatMap((conftest) => functionsOffered(name, conftest, modules));
}

/** The functions of a module by a name, its own or imported ones. */
function functionsOffered(name: string, module: PythonModule, modules: PythonModules): ReachedPython[] {
  return placesOf(name, module, modules).flatMap((place) =>
    (place.module.functions.get(place.name) ?? []).map((helper) => ({ helper, module: place.module })),
  );
}

/** The methods of classes that a module imports, and of their bases. */
function methodsNear(name: string, module: PythonModule, modules: PythonModules): ReachedPython[] {
  return modules.near(module).flatMap((target) => functionsOffered(name, target, modules));
}
