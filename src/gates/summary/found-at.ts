import type { Place } from "../validator.js";

const SHOWN = 50;

type Found = { readonly places: readonly Place[]; readonly details: Readonly<Record<string, unknown>> };

/**
 * The problems with their places, one line each: positions in files, clauses without a test, errors of a text without
 * lines.
 */
export function foundAt({ places, details: { uncoveredClauseIds, errors } }: Found): string[] {
  const lines = new Set([
    ...places.map(({ path, line, message }) => `${path}:${line}: ${message}`),
    ...texts(uncoveredClauseIds).map((id) => `${id}: no test is tagged with it`),
    ...texts(errors),
  ]);
  const left = lines.size - SHOWN;
  return left > 0 ? [...[...lines].slice(0, SHOWN), `and ${left} more`] : [...lines];
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
