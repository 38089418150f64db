import { exportedNames } from "../../../languages/exports/exported-names.js";
import type { ImportRules } from "../../../languages/import-rules.js";
import { readerFor, resolveImport } from "../../../languages/reader-for.js";
import type { ImportSite } from "../../../languages/source-file.js";
import type { GateContext } from "../../gate-context.js";
import { outsideView } from "./outside-view.js";
import { type Promised, promisedBy } from "./promised.js";

/** An import that does not resolve, that a test may not use, or that cannot be followed (`unclear`). */
export type ImportProblem = {
  readonly path: string;
  readonly line: number;
  readonly message: string;
  readonly unclear?: true;
};

/** The imports of the test file and, in a green run, of the module's own sources. */
export function importProblems(context: GateContext): { files: string[]; problems: ImportProblem[] } {
  const { manifest, runType, head, sources } = context;
  const written =
    runType === "EXECUTION" ? manifest.files.filter(({ action }) => action !== "DELETE").map(({ path }) => path) : [];
  const files = [...new Set([manifest.testFile, ...written])].filter(
    (path) =>
      sources.languageOf(path) !== undefined && head.read(path) !== undefined && sources.problems(path).length === 0,
  );
  return { files, problems: files.flatMap((path) => problemsOf(path, context)) };
}

type Judging = {
  readonly path: string;
  readonly context: GateContext;
  readonly promised: Promised;
  readonly rules: ImportRules;
};

function problemsOf(path: string, context: GateContext): ImportProblem[] {
  const rules = readerFor(path)?.imports;
  if (rules === undefined) return [];
  const promised = promisedBy(context);
  const targetOf = rules.targetsOf(path, { tree: promised.tree, declared: context.declaredPackages });
  return context.sources.imports(path).flatMap((site) => {
    const target = targetOf(site);
    if (target.kind === "installed") return [];
    if (target.kind === "unclear") return [{ path, line: site.line, message: target.why, unclear: true as const }];
    const messages =
      target.kind === "nowhere" ? [target.why] : fileMessages(site, target.path, { path, context, promised, rules });
    return messages.map((message) => ({ path, line: site.line, message }));
  });
}

function fileMessages(site: ImportSite, target: string, judging: Judging): string[] {
  const view = site.typeOnly ? undefined : outsideView(judging.path, target, judging.context);
  return [...(view === undefined ? [] : [view]), ...missingNames(site, target, judging)];
}

/** Imported names that the file does not export. Nothing is known for a language without a reader. */
function missingNames(site: ImportSite, target: string, { path, context, promised, rules }: Judging): string[] {
  const names = rules.namesAsked(path, site, promised.tree);
  if (!context.head.has(target)) {
    return names
      .filter((name) => !promised.isName(name) && !rules.isImplied(name, target, null))
      .map((name) => `"${name}" is not among the names that the module creates`);
  }
  if (context.sources.languageOf(target) === undefined || context.sources.problems(target).length > 0) return [];
  const resolve = (from: string, asked: string) => resolveImport(from, asked, promised.tree);
  const exported = exportedNames(target, { sources: context.sources, resolve });
  const declared = rules
    .declaredBeside(target, context.head)
    .map((file) => exportedNames(file, { sources: context.sources, resolve }));
  if ([exported, ...declared].some(({ complete }) => !complete)) return [];
  const isDeclared = (name: string) => declared.some((beside) => beside.names.has(name));
  return names
    .filter(
      (name) => !exported.names.has(name) && !isDeclared(name) && !(promised.isFile(target) && promised.isName(name)),
    )
    .filter((name) => !rules.isImplied(name, target, exported.names))
    .map((name) => `"${site.specifier}" does not ${rules.verb} "${name}"`);
}
