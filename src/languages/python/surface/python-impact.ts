import type { Impact, ImpactQuestion } from "../../impact.js";
import { othersFirst } from "../../others-first.js";
import { mayReach } from "./may-reach.js";
import { pythonExportsOf } from "./python-exports.js";
import type { Mention } from "./python-file.js";
import {
  boundTo,
  memberOf,
  openPythonFiles,
  type PythonFiles,
  type PythonThing,
  throughStars,
} from "./python-files.js";

type Use = { readonly declaredIn: string; readonly name: string; readonly file: string; readonly line: number };

/** Importers and usages of Python files with file and line, also through packages, aliases and star imports. */
export async function analysePythonImpact({ modified, sources, isSealed }: ImpactQuestion): Promise<Impact> {
  const reached = mayReach(new Set(modified.filter((path) => sources.has(path))), sources);
  const files = openPythonFiles(sources, (path) => reached.has(path));
  for (const path of files.paths) {
    files.read(path);
    await othersFirst();
  }
  const targets = new Set(modified.filter((path) => files.read(path) !== undefined));
  const found = files.paths
    .filter((path) => !targets.has(path))
    .map((path) => ({ path, imports: importsAny(path, targets, files), uses: usesIn(path, targets, files) }))
    .filter(({ imports, uses }) => imports || uses.length > 0);
  const open = found.filter(({ path }) => !isSealed(path));
  const uses = open.flatMap(({ uses: ofFile }) => ofFile);
  const declared = [...targets].flatMap((path) => touched(path, uses, files));
  const placesOf = ({ file, name }: Touched) =>
    uses
      .filter((use) => use.declaredIn === file && use.name === name)
      .map(({ file: at, line }) => ({ file: at, line }));
  return {
    analysis: {
      files_affected: open.map(({ path }) => path),
      functions_affected: declared
        .filter(({ isType }) => !isType)
        .map((item) => ({ name: item.name, file: item.file, callers: placesOf(item) })),
      types_affected: declared
        .filter(({ isType }) => isType)
        .map((item) => ({ name: item.name, file: item.file, usages: placesOf(item) })),
    },
    sealedUsers: found.length - open.length,
    unreadable: files.paths.filter((path) => files.read(path) === undefined && !isSealed(path)),
  };
}

type Touched = { readonly name: string; readonly file: string; readonly isType: boolean };

/** The public names of a file, and other names that are used from outside. */
function touched(path: string, uses: readonly Use[], files: PythonFiles): Touched[] {
  const used = new Set(uses.filter(({ declaredIn }) => declaredIn === path).map(({ name }) => name));
  const offered = new Set(
    pythonExportsOf(path, files)
      .filter(({ file }) => file === path)
      .map(({ original }) => original),
  );
  const declared = new Map((files.read(path)?.declared ?? []).map(({ name, kind }) => [name, kind]));
  return [...declared]
    .filter(([name]) => offered.has(name) || used.has(name))
    .map(([name, kind]) => ({ name, file: path, isType: kind === "class" || kind === "type" }));
}

/** It names a module to be modified, or imports a name that comes from one. */
function importsAny(path: string, targets: ReadonlySet<string>, files: PythonFiles): boolean {
  const file = files.read(path);
  if (file === undefined) return false;
  const leadsThere = (thing: PythonThing | undefined): boolean => {
    if (thing === undefined) return false;
    const at = thing.kind === "declared" ? thing.file : files.resolve(thing.from, thing.specifier);
    return at !== undefined && targets.has(at);
  };
  return (
    file.modules.some((specifier) => leadsThere({ kind: "module", from: path, specifier })) ||
    file.imports.some((imported) => leadsThere(boundTo(path, imported, files)))
  );
}

function usesIn(path: string, targets: ReadonlySet<string>, files: PythonFiles): Use[] {
  return (files.read(path)?.mentions ?? []).flatMap((mention) =>
    meantBy(path, mention, files)
      .filter(({ file }) => targets.has(file))
      .map(({ file, name }) => ({ declaredIn: file, name, file: path, line: mention.line })),
  );
}

type Declared = Extract<PythonThing, { kind: "declared" }>;

/**
 * The meanings of a used name. Every import that binds it counts, because only running the code shows which one
 * applies.
 */
function meantBy(path: string, { chain: [first = "", ...rest] }: Mention, files: PythonFiles): Declared[] {
  const file = files.read(path);
  const imported = (file?.imports ?? []).filter(({ local }) => local === first);
  const isOwn = file?.declared.some(({ name }) => name === first) ?? false;
  const starts =
    imported.length > 0 || isOwn
      ? imported.map((each) => boundTo(path, each, files))
      : [throughStars(path, first, files)];
  const ends = starts.map((start) =>
    rest.reduce<PythonThing | undefined>(
      (thing, name) => (thing?.kind === "module" ? memberOf(thing, name, files) : thing),
      start,
    ),
  );
  const meant = new Map(ends.flatMap((end) => (end?.kind === "declared" ? [[`${end.file}:${end.name}`, end]] : [])));
  return [...meant.values()];
}
