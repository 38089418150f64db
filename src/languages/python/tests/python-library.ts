import type { PythonBinding, PythonModule } from "../python-module.js";

/** The modules that tests can reach. Each is read once. */
export type PythonModules = {
  /** The module that an import refers to, if it belongs to tests. */
  follow(from: PythonModule, specifier: string): PythonModule | undefined;
  /** Whether an import refers to any file of the repository. */
  isOwn(from: PythonModule, specifier: string): boolean;
  /** The conftest.py files whose fixtures a module may use, nearest first. */
  conftests(of: PythonModule): readonly PythonModule[];
  /** The modules of the classes that a module uses or extends. */
  near(module: PythonModule): readonly PythonModule[];
};

/** The possible sources of an imported name: `from tests import base` may be a module, or a name in one. */
export function specifiersOf({ specifier, imported }: PythonBinding): string[] {
  if (imported === "") return [specifier];
  return [specifier.endsWith(".") ? `${specifier}${imported}` : `${specifier}.${imported}`, specifier];
}

/** The module of an imported name. */
export function moduleBehind(
  binding: PythonBinding,
  from: PythonModule,
  modules: Pick<PythonModules, "follow">,
): PythonModule | undefined {
  for (const specifier of specifiersOf(binding)) {
    const target = modules.follow(from, specifier);
    if (target !== undefined) return target;
  }
  return undefined;
}

/** The modules that a module imports from and, from there, those with the bases of their classes. */
export function nearModules(module: PythonModule, modules: Pick<PythonModules, "follow">): readonly PythonModule[] {
  const found = new Set(behindAll([...module.imports.keys()], module, modules));
  // Iteration over a set includes members that are added meanwhile.
  for (const near of found) {
    const bases = [...near.classes.values()].flat().map((base) => base.split(".", 1)[0] ?? base);
    for (const target of behindAll(bases, near, modules)) found.add(target);
  }
  return [...found].filter((near) => near !== module);
}

function behindAll(names: readonly string[], from: PythonModule, modules: Pick<PythonModules, "follow">) {
  return names.flatMap((name) => {
    const binding = from.imports.get(name);
    return binding === undefined ? [] : (moduleBehind(binding, from, modules) ?? []);
  });
}

/** A name within one module. */
type PythonPlace = { readonly name: string; readonly module: PythonModule };

/**
 * The possible places of a name: the module itself if it defines it, otherwise the module that it is imported from, and
 * so on. Each place comes once, even with cyclic imports.
 */
export function placesOf(name: string, module: PythonModule, modules: Pick<PythonModules, "follow">): PythonPlace[] {
  const places = new Map([[`${module.path}:${name}`, { name, module }]]);
  // Iteration over a map includes entries that are added meanwhile.
  for (const place of places.values()) {
    if (place.module.functions.has(place.name) || place.module.classes.has(place.name)) continue;
    for (const next of importedPlaces(place, modules)) {
      const key = `${next.module.path}:${next.name}`;
      if (!places.has(key)) places.set(key, next);
    }
  }
  return [...places.values()];
}

function importedPlaces({ name, module }: PythonPlace, modules: Pick<PythonModules, "follow">): PythonPlace[] {
  const binding = module.imports.get(name);
  if (binding !== undefined) {
    const target = moduleBehind(binding, module, modules);
    return target === undefined ? [] : [{ name: binding.imported, module: target }];
  }
  return module.stars
    .flatMap((specifier) => modules.follow(module, specifier) ?? [])
    .map((target) => ({ name, module: target }));
}
