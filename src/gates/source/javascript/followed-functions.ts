import ts from "typescript";
import { chainOf } from "./call-chain.js";
import type { Script } from "./script.js";

/** A function that a call reaches, and the script it stands in. */
export type Reached = { readonly declaration: ts.FunctionLikeDeclaration; readonly script: Script };

/** The script that a relative import of another one means. */
export type Follow = (from: Script, specifier: string) => Script | undefined;

/** The functions that a call calls or is given by name, in this script or in those it imports. */
export function followedFunctions(call: ts.CallExpression, script: Script, follow: Follow): Reached[] {
  const { root, links } = chainOf(call);
  const method = links.findLast(({ args }) => args !== undefined)?.name;
  const given = call.arguments.filter(ts.isIdentifier).map(({ text }) => text);
  const called = ts.isIdentifier(root) && method === undefined ? [root.text] : [];
  return [
    ...[...called, ...given].flatMap((name) => functionsCalled(name, script, follow)),
    ...(method === undefined ? [] : methodsCalled(root, method, { script, follow })),
  ];
}

function functionsCalled(name: string, script: Script, follow: Follow): Reached[] {
  const binding = script.imports.get(name) ?? takenFromImport(name, script);
  if (binding === undefined) return functionsNamed(name, script);
  const target = follow(script, binding.specifier);
  return target === undefined ? [] : functionsNamed(binding.imported, target);
}

/** `const { check } = helper`, where `helper` is imported. */
function takenFromImport(name: string, script: Script): { specifier: string; imported: string } | undefined {
  const source = script.initialisers.get(name);
  const binding = source !== undefined && ts.isIdentifier(source) ? script.imports.get(source.text) : undefined;
  return binding === undefined ? undefined : { specifier: binding.specifier, imported: name };
}

/** Names that every array, promise, map or emitter has, and helpers rarely. */
const BUILT_IN =
  /^(?:then|catch|finally|map|filter|forEach|push|get|set|has|add|delete|join|slice|call|apply|bind|on|once|emit|end|write)$/;

type Scope = { readonly script: Script; readonly follow: Follow };

/** A method by its name: of the imported script it hangs on, or of any script at hand. */
function methodsCalled(root: ts.Expression, method: string, { script, follow }: Scope): Reached[] {
  const binding = ts.isIdentifier(root) ? script.imports.get(root.text) : undefined;
  if (binding !== undefined) {
    const target = follow(script, binding.specifier);
    return target === undefined ? [] : functionsNamed(method, target);
  }
  if (BUILT_IN.test(method)) return [];
  const imported = [...script.imports.values()].map(({ specifier }) => follow(script, specifier));
  const near = new Set([script, ...imported.filter((target) => target !== undefined)]);
  return [...near].flatMap((target) => functionsNamed(method, target));
}

function functionsNamed(name: string, script: Script): Reached[] {
  return (script.functions.get(name) ?? []).map((declaration) => ({ declaration, script }));
}
