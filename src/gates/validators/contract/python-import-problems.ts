import { exportedNames } from "../../../languages/exported-names.js";
import {
  declaredPythonPackages,
  isDeclaredModule,
  isStandardModule,
  normalName,
} from "../../../languages/python/imports/python-packages.js";
import { resolvePython } from "../../../languages/python/imports/resolve-python.js";
import type { ImportSite } from "../../../languages/source-file.js";
import type { GateContext } from "../../gate-context.js";
import type { ImportProblem } from "./import-problems.js";
import { outsideView } from "./outside-view.js";
import { type Promised, promisedBy } from "./promised.js";

type Judging = {
  readonly path: string;
  readonly context: GateContext;
  readonly promised: Promised;
  readonly declared: ReadonlySet<string>;
};

export function pythonImportProblems(path: string, context: GateContext): ImportProblem[] {
  const declared = new Set([...declaredPythonPackages(context.head), ...context.declaredPackages.map(normalName)]);
  const judging: Judging = { path, context, promised: promisedBy(context), declared };
  return context.sources
    .imports(path)
    .flatMap((site) => messagesFor(site, judging).map((message) => ({ path, line: site.line, message })));
}

function messagesFor(site: ImportSite, { path, context, promised, declared }: Judging): string[] {
  const { specifier, names } = site;
  const target = resolvePython(path, specifier, promised.tree);
  if (target !== undefined) {
    const view = site.typeOnly ? undefined : outsideView(path, target, context);
    return [...(view === undefined ? [] : [view]), ...missingNames(site, target, { path, context, promised })];
  }
  if (isNamespacePackage(site, path, promised)) return [];
  if (specifier.startsWith(".")) return [`"${specifier}" is no module`];
  const top = specifier.split(".")[0] ?? specifier;
  if (isStandardModule(top) || isDeclaredModule(top, declared)) return [];
  const asked = names.length === 0 ? specifier : `${specifier} (${names.join(", ")})`;
  return [`"${asked}" is neither in the standard library nor a declared dependency`];
}

/** A folder without `__init__.py`, and every name taken from it a module in it. */
function isNamespacePackage({ specifier, names }: ImportSite, path: string, { tree }: Promised): boolean {
  if (names.length === 0) return tree.paths().some((file) => file.startsWith(`${specifier.replaceAll(".", "/")}/`));
  const join = (name: string) => (specifier.endsWith(".") ? `${specifier}${name}` : `${specifier}.${name}`);
  return names.every((name) => resolvePython(path, join(name), tree) !== undefined);
}

type Known = Pick<Judging, "path" | "context" | "promised">;

function missingNames({ names, specifier }: ImportSite, target: string, { path, context, promised }: Known): string[] {
  const requested = names.filter(
    (name) => name !== "*" && resolvePython(path, submodule(specifier, name), promised.tree) === undefined,
  );
  if (!context.head.has(target)) {
    return requested
      .filter((name) => !promised.isName(name))
      .map((name) => `"${name}" is not among the names that the module creates`);
  }
  if (context.sources.languageOf(target) === undefined || context.sources.problems(target).length > 0) return [];
  const resolve = (from: string, asked: string) => resolvePython(from, asked, promised.tree);
  const exported = exportedNames(target, { sources: context.sources, resolve });
  if (!exported.complete) return [];
  return requested
    .filter((name) => !exported.names.has(name) && !(promised.isFile(target) && promised.isName(name)))
    .map((name) => `"${specifier}" does not define "${name}"`);
}

function submodule(specifier: string, name: string): string {
  return specifier.endsWith(".") ? `${specifier}${name}` : `${specifier}.${name}`;
}
