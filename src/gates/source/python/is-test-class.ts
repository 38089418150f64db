import type { PythonDefinition } from "./python-definitions.js";
import { moduleBehind, type PythonModules } from "./python-library.js";
import { basesOf, type PythonModule } from "./python-module.js";

type Place = { readonly module: PythonModule; readonly library: PythonModules };

/** `Test...` for pytest, or derived, directly or through classes here and elsewhere, from something called a test case. */
export function isTestClass({ node, name }: PythonDefinition, { module, library }: Place): boolean {
  return /^Test/.test(name) || basesOf(node).some((base) => isTestCase(base, module, { library, seen: new Set() }));
}

type Walk = { readonly library: PythonModules; readonly seen: ReadonlySet<string> };

function isTestCase(base: string, module: PythonModule, { library, seen }: Walk): boolean {
  if (base.endsWith("TestCase")) return true;
  const place = `${module.path}:${base}`;
  if (seen.has(place)) return false;
  const walk = { library, seen: new Set([...seen, place]) };
  const [root = base] = base.split(".", 1);
  const binding = module.imports.get(root);
  if (binding === undefined) return (module.classes.get(base) ?? []).some((above) => isTestCase(above, module, walk));
  const target = moduleBehind(binding, module, library);
  if (target === undefined) return false;
  return isTestCase(base.includes(".") ? base.slice(base.lastIndexOf(".") + 1) : binding.imported, target, walk);
}
