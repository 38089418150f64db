import "../grammars/all-loaded.js";
import type { AvailableExport } from "../../domain/enforcement/execution-context.js";
import type { ModuleRef } from "../../domain/ids.js";
import { readerFor } from "../reader-for.js";
import type { FoundExport, Sources } from "./found-export.js";

/**
 * What a file exports, by the reader of its language: declarations, aliases, defaults, and re-exports from files among
 * `sources`. A name from another file counts as a const of this file. Nothing in a language without a reader.
 */
export function exportsOf(path: string, sources: Sources): readonly FoundExport[] {
  return readerFor(path)?.exportsOf(path, sources) ?? [];
}

/**
 * The text of a name's declarations at the top of a file, with the documentation above them: all overloads, but no code
 * beside them. Undefined if the language cannot be read or the name is not declared there.
 */
export function declarationOf(path: string, text: string, name: string): string | undefined {
  return readerFor(path)?.declarationOf(path, text, name);
}

export type ExportsQuestion = {
  readonly module: ModuleRef;
  readonly entry: string;
  readonly sources: Sources;
  /** The module specifier after `from` in an import of this module. */
  readonly from: string;
};

/**
 * What a shipped module provides to the next (requirements.md#context-accumulation): the exports of its entry, verified
 * to exist.
 */
export function availableExports({ module, entry, sources, from }: ExportsQuestion): AvailableExport[] {
  return exportsOf(entry, sources).map(({ name, kind, file }) => ({
    name,
    from,
    type: kind,
    created_by: module,
    file,
  }));
}
