import type { FoundExport, Sources } from "../../exports/found-export.js";
import { withinBounds } from "../../within-bounds.js";
import type { Offer } from "./script-file.js";
import { openScriptFiles, type ScriptFiles } from "./script-files.js";

/** The exports of a script among some sources; none if it cannot be read. */
export function exportsOfScript(path: string, sources: Sources): FoundExport[] {
  return withinBounds(() => scriptExportsOf(path, openScriptFiles(sources))) ?? [];
}

/** The exports of a script in the order of its text, with those of `export *` at its place. */
export function scriptExportsOf(path: string, files: ScriptFiles): FoundExport[] {
  return offeredBy(path, files, new Set());
}

/** A file that is reached by two paths is read once, as in the language itself. */
function offeredBy(path: string, files: ScriptFiles, visited: Set<string>): FoundExport[] {
  const file = visited.has(path) ? undefined : files.read(path);
  visited.add(path);
  if (file === undefined) return [];
  const byName = new Map<string, FoundExport>();
  for (const found of file.offers.flatMap((offer) => {
    if (offer.from !== "star") return [resolved(offer, path, files, new Set())];
    const target = files.resolve(path, offer.specifier);
    // `export *` does not include the default.
    return target === undefined ? [] : offeredBy(target, files, visited).filter(({ name }) => name !== "default");
  }))
    if (!byName.has(found.name)) byName.set(found.name, found);
  return [...byName.values()];
}

/** Follows the export of one name through other files. A cycle gives nothing. */
export function scriptExport(
  path: string,
  name: string,
  files: ScriptFiles,
  visited: Set<string> = new Set(),
): FoundExport | undefined {
  const key = `${path}:${name}`;
  const file = visited.has(key) ? undefined : files.read(path);
  visited.add(key);
  const offer = file?.offered.get(name);
  if (offer !== undefined && offer.from !== "star") return resolved(offer, path, files, visited);
  if (file === undefined || name === "default") return undefined;
  for (const star of file.offers) {
    const target = star.from === "star" ? files.resolve(path, star.specifier) : undefined;
    const found = target === undefined ? undefined : scriptExport(target, name, files, visited);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The declaration of an exported name. A name from elsewhere counts as a const of this file. */
function resolved(
  offer: Exclude<Offer, { from: "star" }>,
  path: string,
  files: ScriptFiles,
  visited: Set<string>,
): FoundExport {
  const { name } = offer;
  if (offer.from === "here") return { name, kind: offer.kind, file: path, original: offer.original };
  if (offer.from === "file") {
    const found = through(path, offer.specifier, offer.original, { files, visited });
    return { ...(found ?? { kind: "const", file: path, original: name }), name };
  }
  const { local } = offer;
  const file = files.read(path);
  const kind = file?.declared.get(local);
  if (kind !== undefined) return { name, kind, file: path, original: local };
  const imported = file?.imported.get(local);
  const found =
    imported === undefined ? undefined : through(path, imported.specifier, imported.imported, { files, visited });
  return { ...(found ?? { kind: "const", file: path, original: local }), name };
}

function through(
  path: string,
  specifier: string,
  name: string,
  { files, visited }: { readonly files: ScriptFiles; readonly visited: Set<string> },
): FoundExport | undefined {
  const target = files.resolve(path, specifier);
  return target === undefined ? undefined : scriptExport(target, name, files, visited);
}
