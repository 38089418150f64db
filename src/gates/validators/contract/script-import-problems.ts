import { isBuiltin } from "node:module";
import { exportedNames } from "../../../languages/exported-names.js";
import { importableNames, packageName } from "../../../languages/javascript/imports/package-manifest.js";
import { type PathAliases, readPathAliases, resolveAlias } from "../../../languages/javascript/imports/path-aliases.js";
import { isRelative, resolveRelative } from "../../../languages/resolve-module.js";
import type { ImportSite } from "../../../languages/source-file.js";
import type { GateContext } from "../../gate-context.js";
import type { ImportProblem } from "./import-problems.js";
import { outsideView } from "./outside-view.js";
import { type Promised, promisedBy } from "./promised.js";

/** Built in since a version that the judge itself may not have. */
const NEWER_BUILT_INS: ReadonlySet<string> = new Set(["node:sqlite", "node:sea", "node:test", "node:test/reporters"]);

type Judging = {
  readonly path: string;
  readonly context: GateContext;
  readonly promised: Promised;
  readonly aliases: PathAliases;
  readonly packages: ReadonlySet<string>;
  readonly subpaths: readonly string[];
};

export function scriptImportProblems(path: string, context: GateContext): ImportProblem[] {
  const { packages, subpaths } = importableNames(path, context.head);
  const promised = promisedBy(context);
  const judging: Judging = {
    path,
    context,
    promised,
    aliases: readPathAliases(promised.tree),
    packages: new Set([...packages, ...context.declaredPackages]),
    subpaths,
  };
  return context.sources
    .imports(path)
    .flatMap((site) => messagesFor(site, judging).map((message) => ({ path, line: site.line, message })));
}

function messagesFor(site: ImportSite, judging: Judging): string[] {
  const { specifier } = site;
  const { path, promised, aliases } = judging;
  if (isRelative(specifier)) {
    const target = resolveRelative(path, specifier, promised.tree);
    return target === undefined ? [`"${specifier}" is no file`] : fileMessages(site, target, judging);
  }
  const alias = resolveAlias(specifier, aliases, promised.tree);
  if (alias.kind === "file") return fileMessages(site, alias.path, judging);
  if (alias.kind === "dead") return [`"${specifier}" is an alias of tsconfig.json that leads to no file`];
  return isKnownName(specifier, judging) ? [] : [`"${specifier}" is neither built in nor a declared dependency`];
}

function isKnownName(specifier: string, { packages, subpaths }: Judging): boolean {
  if (isBuiltin(specifier) || NEWER_BUILT_INS.has(specifier) || specifier.startsWith("bun:")) return true;
  if (specifier.startsWith("#")) {
    return subpaths.some((key) => key === specifier || (key.endsWith("*") && specifier.startsWith(key.slice(0, -1))));
  }
  const name = packageName(specifier);
  return packages.has(name) || packages.has(typesOf(name));
}

/** `@types/scope__name` declares `@scope/name`. */
function typesOf(name: string): string {
  return `@types/${name.replace(/^@/, "").replace("/", "__")}`;
}

function fileMessages(site: ImportSite, target: string, { path, context, promised }: Judging): string[] {
  const view = site.typeOnly ? undefined : outsideView(path, target, context);
  return [...(view === undefined ? [] : [view]), ...missingNames(site, target, { context, promised })];
}

type Known = Pick<Judging, "context" | "promised">;

function missingNames({ names, specifier }: ImportSite, target: string, { context, promised }: Known): string[] {
  const isOwn = promised.isFile(target);
  if (!context.head.has(target)) {
    return names
      .filter((name) => !promised.isName(name) && name !== "default")
      .map((name) => `"${name}" is not among the names that the module creates`);
  }
  if (context.sources.languageOf(target) === undefined || context.sources.problems(target).length > 0) return [];
  const resolve = (from: string, asked: string) =>
    isRelative(asked) ? resolveRelative(from, asked, promised.tree) : undefined;
  const exported = exportedNames(target, { sources: context.sources, resolve });
  if (!exported.complete) return [];
  return names
    .filter((name) => !exported.names.has(name) && !(isOwn && promised.isName(name)))
    .filter((name) => !(name === "default" && isCommonJs(exported.names, target)))
    .map((name) => `"${specifier}" does not export "${name}"`);
}

/** The default of a CommonJS file is all of it. */
function isCommonJs(names: ReadonlySet<string>, path: string): boolean {
  return names.size === 0 || path.endsWith(".cjs") || path.endsWith(".json");
}
