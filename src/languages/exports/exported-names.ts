import type { SourceReader } from "../source-reader.js";

/** The exports of a file, re-exports included. `complete` is false if some of them cannot be read. */
export type ExportedNames = { readonly names: ReadonlySet<string>; readonly complete: boolean };

type Files = {
  readonly sources: SourceReader;
  /** The file that an import refers to. */
  resolve(from: string, specifier: string): string | undefined;
};

/** All exports of a file, through barrels, aliases and `export *`. A file that is reached again adds nothing. */
export function exportedNames(path: string, files: Files, visited: Set<string> = new Set()): ExportedNames {
  if (visited.has(path)) return { names: new Set(), complete: true };
  visited.add(path);
  if (files.sources.languageOf(path) === undefined) return { names: new Set(), complete: false };
  const { names, stars, passedOn, opaque } = files.sources.exports(path);
  const through = stars.map((specifier) => followed(path, specifier, { files, visited }));
  const found = new Set([...names, ...passedOn.map(({ name }) => name)]);
  for (const star of through) for (const name of star.names) if (name !== "default") found.add(name);
  return { names: found, complete: !opaque && through.every(({ complete }) => complete) };
}

type Walk = { readonly files: Files; readonly visited: Set<string> };

function followed(from: string, specifier: string, { files, visited }: Walk): ExportedNames {
  const target = files.resolve(from, specifier);
  return target === undefined ? { names: new Set(), complete: false } : exportedNames(target, files, visited);
}
