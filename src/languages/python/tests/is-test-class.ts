import { basesOf, type PythonModule } from "../python-module.js";
import type { PythonDefinition } from "./python-definitions.js";
import { moduleBehind, type PythonModules, placesOf } from "./python-library.js";

type Place = { readonly module: PythonModule; readonly library: PythonModules };

/** `Test...` for pytest, or derived, directly or through classes here and elsewhere, from something called a test case. */
export function isTestClass({ node, name }: PythonDefinition, { module, library }: Place): boolean {
  if (/^Test/.test(name)) return true;
  // A map hands out what is added to it on the way, and each base once, however they lead around.
  const bases = new Map(basesOf(node).map((base) => [`${module.path}:${base}`, { base, module }]));
  for (const each of bases.values()) {
    const called = each.module.imports.get(each.base)?.imported ?? each.base;
    if (called.endsWith("TestCase")) return true;
    for (const next of basesAbove(each, library)) bases.set(`${next.module.path}:${next.base}`, next);
  }
  return false;
}

type Base = { readonly base: string; readonly module: PythonModule };

/** What a base is derived from itself: `Base` is here or imported, `support.Base` in the module of that name. */
function basesAbove({ base, module }: Base, library: PythonModules): Base[] {
  const owner = base.includes(".") ? module.imports.get(base.split(".", 1)[0] ?? base) : undefined;
  const home = owner === undefined ? module : moduleBehind(owner, module, library);
  if (home === undefined) return [];
  return placesOf(base.slice(base.lastIndexOf(".") + 1), home, library).flatMap((place) =>
    (place.module.classes.get(place.name) ?? []).map((above) => ({ base: above, module: place.module })),
  );
}
