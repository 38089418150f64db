import ts from "typescript";
import { chainOf } from "./call-chain.js";
import type { Script } from "./script.js";
import type { ScriptFiles } from "./script-files.js";

/** A function that a call reaches, and the script it stands in. */
export type Reached = { readonly declaration: ts.FunctionLikeDeclaration; readonly script: Script };

/** The functions that a call calls or is given by name, in this script or in those it imports. */
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
  return target === undefined ? [] : functionsOffered(binding.imported, target, { files, seen: new Set() });
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

type Scope = { readonly script: Script; readonly files: ScriptFiles };

/** A method by its name: of the imported script it hangs on, or of any script at hand. */
function methodsCalled(root: ts.Expression, method: string, { script, files }: Scope): Reached[] {
  const binding = ts.isIdentifier(root) ? script.imports.get(root.text) : undefined;
  if (binding !== undefined) {
    const target = files.follow(script, binding.specifier);
    if (target === undefined) return [];
    const offered = functionsOffered(method, target, { files, seen: new Set() });
    return offered.length > 0 ? offered : files.behind(target).flatMap((each) => functionsNamed(method, each));
  }
  if (BUILT_IN.test(method)) return [];
  const imported = [...script.imports.values()].flatMap(({ specifier }) => files.follow(script, specifier) ?? []);
  const near = new Set([script, ...imported.flatMap((target) => files.behind(target))]);
  return [...near].flatMap((target) => functionsNamed(method, target));
}

type Walk = { readonly files: ScriptFiles; readonly seen: ReadonlySet<string> };

/** The functions that a script exports by a name: its own, or those of the scripts it passes on. */
function functionsOffered(name: string, script: Script, { files, seen }: Walk): Reached[] {
  const place = `${script.path}:${name}`;
  if (seen.has(place)) return [];
  const own = functionsNamed(name, script);
  if (own.length > 0) return own;
  const walk = { files, seen: new Set([...seen, place]) };
  const { passedOn, stars } = files.exportsOf(script);
  const imported = script.imports.get(name);
  const named = [
    ...passedOn.filter((each) => each.name === name),
    ...(imported === undefined ? [] : [{ specifier: imported.specifier, original: imported.imported }]),
    ...stars.map((specifier) => ({ specifier, original: name })),
  ];
  return named.flatMap(({ specifier, original }) => {
    const target = files.follow(script, specifier);
    return target === undefined ? [] : functionsOffered(original, target, walk);
  });
}

function functionsNamed(name: string, script: Script): Reached[] {
  return (script.functions.get(name) ?? []).map((declaration) => ({ declaration, script }));
}
