import { basesOf, type PythonModule } from "../python-module.js";
import { childOf, type PythonNode } from "../python-node.js";
import type { PythonDefinition } from "./python-definitions.js";
import { moduleBehind, type PythonModules, placesOf } from "./python-library.js";

type Place = { readonly module: PythonModule; readonly library: PythonModules };

/** `Test...` for pytest, or a class with a test case among its direct or indirect bases. */
export function isTestClass({ node, name }: PythonDefinition, { module, library }: Place): boolean {
  // pytest leaves out what has a constructor, or says that it is no test.
  if (/^Test/.test(name)) return isUnittest({ node, module, library }) || !isLeftOut(node);
  return isUnittest({ node, module, library });
}

function isLeftOut(node: PythonNode): boolean {
  const body = childOf(node, "body");
  return (body?.children ?? []).some(
    (child) =>
      (child.type === "function_definition" && childOf(child, "name")?.text === "__init__") ||
      /^__test__\s*=\s*False\b/.test(child.text),
  );
}

function isUnittest({ node, module, library }: Place & Pick<PythonDefinition, "node">): boolean {
  // Iteration over a map includes entries that are added meanwhile, and each base once, even in a cycle.
  const bases = new Map(basesOf(node).map((base) => [`${module.path}:${base}`, { base, module }]));
  for (const each of bases.values()) {
    const called = each.module.imports.get(each.base)?.imported ?? each.base;
    if (called.endsWith("TestCase")) return true;
    for (const next of basesAbove(each, library)) bases.set(`${next.module.path}:${next.base}`, next);
  }
  return false;
}

type Base = { readonly base: string; readonly module: PythonModule };

/** The bases of a base: `Base` is declared here or imported, `support.Base` is in the module of that name. */
function basesAbove({ base, module }: Base, library: PythonModules): Base[] {
  const owner = base.includes(".") ? module.imports.get(base.split(".", 1)[0] ?? base) : undefined;
  const home = owner === undefined ? module : moduleBehind(owner, module, library);
  if (home === undefined) return [];
  return placesOf(base.slice(base.lastIndexOf(".") + 1), home, library).flatMap((place) =>
    (place.module.classes.get(place.name) ?? []).map((above) => ({ base: above, module: place.module })),
  );
}
