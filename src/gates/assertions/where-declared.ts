import type { JudgedFiles } from "../../languages/judged-files.js";
import type { NameOrigin } from "../../languages/opened-language.js";
import { isRelative } from "../../languages/paths.js";
import { resolveImport } from "../../languages/reader-for.js";

/** The files that declare a re-exported name. `isCertain` is false if a file on the way cannot be read. */
export type Declared = { readonly files: readonly string[]; readonly isCertain: boolean };

/** Follows a name through re-exports and imports to its declaration. A cycle of re-exports declares nothing. */
export function whereDeclared(path: string, name: string, judged: JudgedFiles): Declared {
  const asked = new Set<string>();
  const ask = (at: string, requested: string): Declared => {
    const question = `${at} ${requested}`;
    if (asked.has(question)) return { files: [], isCertain: true };
    asked.add(question);
    if (!isReadable(at, judged)) return { files: [], isCertain: false };
    const { names, opaque } = judged.sources.exports(at);
    const found = linksOf(at, requested, judged).map(({ specifier, original }): Declared => {
      const next = resolveImport(at, specifier, judged.head);
      // A package is not in the repository. A missing file declares nothing.
      return next === undefined ? { files: [], isCertain: isRelative(specifier) } : ask(next, original);
    });
    const files = found.flatMap((declared) => declared.files);
    if (files.length === 0 && names.has(requested)) return { files: [at], isCertain: true };
    return { files, isCertain: !opaque && found.every(({ isCertain }) => isCertain) };
  };
  return ask(path, name);
}

export function isReadable(path: string, { head, sources }: JudgedFiles): boolean {
  return sources.languageOf(path) !== undefined && head.read(path) !== undefined && sources.problems(path).length === 0;
}

/** The sources of a name, and its name there. `export *` does not include the default. */
function linksOf(path: string, name: string, { sources }: JudgedFiles): readonly NameOrigin[] {
  const { names, stars } = sources.exports(path);
  const listed = sources.passedOn(path, name);
  const isOwn = names.has(name) || listed.length > 0 || name === "default";
  return isOwn ? listed : stars.map((specifier) => ({ specifier, original: name }));
}
