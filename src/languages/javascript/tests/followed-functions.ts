import { ts } from "../../compiler.js";
import type { Script } from "../script.js";
import { chainOf } from "./call-chain.js";
import type { ScriptFiles } from "./script-files.js";

/** A function that a call reaches, and its script. */
export type Reached = { readonly declaration: ts.FunctionLikeDeclaration; readonly script: Script };

/** The functions that a call calls or receives by name, in this script or in imported ones. */
export function followedFunctions(call: ts.CallExpression, script: Script, files: ScriptFiles): Reached[] {
  const { root, links } = chainOf(call);
  const method = links.findLast(({ args }) => args !== undefined)?.name;
  const given = call.arguments.filter(ts.isIdentifier).map(({ text }) => text);
  const called = ts.isIdentifier(root) && method === undefined ? [root.text] : [];
  return [
    ...[...called, ...given].flatMap((name) => functionsCalled(name, script, files)),
    ...(method === undefined ? [] : methodsCalled(root, method, { script, files })),
  ];
}

function functionsCalled(name: string, script: Script, files: ScriptFiles): Reached[] {
  const binding = script.imports.get(name) ?? takenFromImport(name, script);
  if (binding === undefined) return functionsNamed(name, script);
  const target = files.follow(script, binding.specifier);
  return target === undefined ? [] : functionsOffered(binding.imported, target, files);
}

/** `const { check } = helper`, where `helper` is imported. */
function takenFromImport(name: string, script: Script): { specifier: string; imported: string } | undefined {
  const source = script.initialisers.get(name);
  const binding = source !== undefined && ts.isIdentifier(source) ? script.imports.get(source.text) : undefined;
  return binding === undefined ? undefined : { specifier: binding.specifier, imported: name };
}

/** Names that arrays, promises, maps and emitters have, and helpers rarely. */
const BUILT_IN =
  /^(?:then|catch|finally|map|filter|forEach|push|get|set|has|add|delete|join|slice|call|apply|bind|on|once|emit|end|write)$/;

type Scope = { readonly script: Script; readonly files: ScriptFiles };

/** A method by its name: of the imported script that it belongs to, or of any reachable script. */
function methodsCalled(root: ts.Expression, method: string, { script, files }: Scope): Reached[] {
  const binding = ts.isIdentifier(root) ? script.imports.get(root.text) : undefined;
  if (binding !== undefined) {
    const target = files.follow(script, binding.specifier);
    if (target === undefined) return [];
    const offered = functionsOffered(method, target, files);
    return offered.length > 0 ? offered : files.behind(target).flatMap((each) => functionsNamed(method, each));
  }
  if (BUILT_IN.test(method)) return [];
  const imported = [...script.imports.values()].flatMap(({ specifier }) => files.follow(script, specifier) ?? []);
  const near = new Set([script, ...imported.flatMap((target) => files.behind(target))]);
  return [...near].flatMap((target) => functionsNamed(method, target));
}

/** The functions that a script exports by a name: its own, or those of re-exported scripts. */
function functionsOffered(name: string, script: Script, files: ScriptFiles): Reached[] {
  const found: Reached[] = [];
  // Iteration over a map includes entries that are added meanwhile, and each place once, even with cyclic re-exports.
  const places = new Map([[placeOf(name, script), { name, script }]]);
  for (const place of places.values()) {
    const own = functionsNamed(place.name, place.script);
    found.push(...own);
    if (own.length > 0) continue;
    for (const { specifier, original } of passedOnAs(place.name, place.script, files)) {
      const target = files.follow(place.script, specifier);
      const next = target === undefined ? undefined : placeOf(original, target);
      if (target !== undefined && next !== undefined && !places.has(next)) {
        places.set(next, { name: original, script: target });
      }
    }
  }
  return found;
}

function placeOf(name: string, { path }: Script): string {
  return `${path}:${name}`;
}

type PassedOn = { readonly specifier: string; readonly original: string };

function passedOnAs(name: string, script: Script, files: ScriptFiles): PassedOn[] {
  const { passedOn, stars } = files.exportsOf(script);
  const imported = script.imports.get(name);
  return [
    ...passedOn.filter((each) => each.name === name),
    ...(imported === undefined ? [] : [{ specifier: imported.specifier, original: imported.imported }]),
    ...stars.map((specifier) => ({ specifier, original: name })),
  ];
}

function functionsNamed(name: string, script: Script): Reached[] {
  return (script.functions.get(name) ?? []).map((declaration) => ({ declaration, script }));
}
