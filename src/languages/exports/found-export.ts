import type { ExportKind } from "../../domain/enforcement/execution-context.js";

/** Sources by path. */
export type Sources = ReadonlyMap<string, string>;

/** An exported name and its declaration: `original` in `file`. */
export type FoundExport = {
  readonly name: string;
  readonly kind: ExportKind;
  readonly file: string;
  readonly original: string;
};
