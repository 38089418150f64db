import type { Scope } from "./scope.js";
import { flatten } from "./source-text.js";

/** Rows that have numbers already: of the ledger on the default branch, and of the draft before. */
export type NumberedRows = {
  readonly requirements: readonly { readonly id?: string; readonly file: string; readonly quote: string }[];
  readonly assumptions: readonly { readonly id?: string; readonly text: string }[];
};

/** A row with the same words keeps its number; any other gets the next one. No number is given twice. */
export function numberRows(scope: Scope, earlier: readonly NumberedRows[]): Scope {
  return {
    ...scope,
    requirements: numbered(
      "REQ",
      scope.requirements,
      earlier.flatMap(({ requirements }) => requirements),
      quoteKey,
    ),
    assumptions: numbered(
      "ASM",
      scope.assumptions,
      earlier.flatMap(({ assumptions }) => assumptions),
      ({ text }) => flatten(text),
    ),
  };
}

function quoteKey({ file, quote }: { readonly file: string; readonly quote: string }): string {
  return JSON.stringify([file, flatten(quote)]);
}

type Row = { readonly id?: string };

function numbered<T extends Row, E extends Row>(
  prefix: string,
  rows: readonly T[],
  earlier: readonly E[],
  key: (row: T | E) => string,
): T[] {
  const known = new Map<string, string[]>();
  for (const row of earlier) {
    const ids = known.get(key(row)) ?? [];
    if (row.id !== undefined && !ids.includes(row.id)) known.set(key(row), [...ids, row.id]);
  }
  let last = Math.max(0, ...earlier.map(({ id = "0" }) => Number(id.replace(/\D/g, ""))));
  return rows.map((row) => {
    const kept = known.get(key(row))?.shift();
    if (kept !== undefined) return { ...row, id: kept };
    last += 1;
    return { ...row, id: `${prefix}-${String(last).padStart(3, "0")}` };
  });
}
