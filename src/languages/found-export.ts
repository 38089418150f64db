import type { ExportKind } from "../domain/enforcement/execution-context.js";

/** Sources by path. */
export type Sources = ReadonlyMap<string, string>;

/** A name that a file exports, and where it was declared: `original` in `file`. */
export type FoundExport = {
  readonly name: string;
  readonly kind: ExportKind;
  readonly file: string;
  readonly original: string;
};
