import type { JudgedFiles } from "../../languages/judged-files.js";
import { resolvePython } from "../../languages/python/imports/resolve-python.js";
import { isRelative, resolveRelative } from "../../languages/resolve-module.js";

/** The files that declare a name which another one offers. `isCertain` is false when part of the way cannot be read. */
export type Declared = { readonly files: readonly string[]; readonly isCertain: boolean };

type Link = { readonly specifier: string; readonly original: string };

/** Follows a name through lists, stars and imports to where it is declared. A circle of re-exports declares nothing. */
export function whereDeclared(path: string, name: string, judged: JudgedFiles): Declared {
  const asked = new Set<string>();
  const ask = (at: string, requested: string): Declared => {
    const question = `${at} ${requested}`;
    if (asked.has(question)) return { files: [], isCertain: true };
    asked.add(question);
    if (!isReadable(at, judged)) return { files: [], isCertain: false };
    const { names, opaque } = judged.sources.exports(at);
    const found = linksOf(at, requested, judged).map(({ specifier, original }): Declared => {
      const next = resolveExport(at, specifier, judged);
      // A package is not in the repository; a file that is not there declares nothing.
      return next === undefined ? { files: [], isCertain: isRelative(specifier) } : ask(next, original);
    });
    const files = found.flatMap((declared) => declared.files);
    if (files.length === 0 && names.has(requested)) return { files: [at], isCertain: true };
    return { files, isCertain: !opaque && found.every(({ isCertain }) => isCertain) };
  };
  return ask(path, name);
}

/** The file that a name is passed on from, if it is in the repository. */
export function resolveExport(from: string, specifier: string, { head, sources }: JudgedFiles): string | undefined {
  if (sources.languageOf(from) === "python") return resolvePython(from, specifier, head);
  return isRelative(specifier) ? resolveRelative(from, specifier, head) : undefined;
}

export function isReadable(path: string, { head, sources }: JudgedFiles): boolean {
  return sources.languageOf(path) !== undefined && head.read(path) !== undefined && sources.problems(path).length === 0;
}

/** Where a name may come from, and what it is called there. `export *` leaves the default out. */
function linksOf(path: string, name: string, { sources }: JudgedFiles): Link[] {
  const { names, stars, passedOn } = sources.exports(path);
  const listed: Link[] = passedOn.filter((link) => link.name === name);
  const imported = sources.languageOf(path) === "python" ? sources.python(path).imports.get(name) : undefined;
  if (imported !== undefined && imported.imported !== "")
    listed.push({ specifier: imported.specifier, original: imported.imported });
  const isOwn = names.has(name) || listed.length > 0 || name === "default";
  return isOwn ? listed : stars.map((specifier) => ({ specifier, original: name }));
}
