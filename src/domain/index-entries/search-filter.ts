import semver from "semver";
import { z } from "zod";
import { MeaningfulText } from "../contract/meaningful-text.js";
import { type CodeIndexEntry, isActive } from "./code-index-entry.js";
import { typeInLine } from "./io-summary.js";

/** A search of the code index (requirements.md#index-search). An absent or empty list filters nothing. */
export const CodeIndexQuery = z.strictObject({
  query: MeaningfulText,
  tags: z.array(z.string()).default([]),
  input_types: z.array(z.string()).default([]),
  output_types: z.array(z.string()).default([]),
  include_inactive: z.boolean().default(false),
  top_k: z.int().min(1).default(10),
});
export type CodeIndexQuery = z.infer<typeof CodeIndexQuery>;

/** Searches everything that has shipped, by meaning only. */
export function nearestTo(query: string, top_k: number): CodeIndexQuery {
  return { query, tags: [], input_types: [], output_types: [], include_inactive: false, top_k };
}

/** An entry and its similarity to the query, from 0 to 1. */
export type SearchResult = { readonly entry: CodeIndexEntry; readonly similarity_score: number };

type MetadataFilter = Pick<CodeIndexQuery, "tags" | "input_types" | "output_types">;

/** Filters by metadata, then by status. Only the rest is ranked (requirements.md#index-search). */
export function searchCandidates(entries: readonly CodeIndexEntry[], query: CodeIndexQuery): CodeIndexEntry[] {
  return entries
    .filter((entry) => matchesMetadata(entry, query))
    .filter((entry) => query.include_inactive || isActive(entry));
}

/** An entry must share at least one value with each given list. */
function matchesMetadata(entry: CodeIndexEntry, filter: MetadataFilter): boolean {
  return (
    sharesOne(filter.tags, () => entry.tags) &&
    sharesOne(filter.input_types, () => entry.io_summary.inputs.map(typeInLine)) &&
    sharesOne(filter.output_types, () => entry.io_summary.outputs.map(typeInLine))
  );
}

/**
 * The best `top_k`, most similar first. Equal scores are ordered by module and newest version, so the result is
 * deterministic.
 */
export function topResults(results: readonly SearchResult[], topK: number): SearchResult[] {
  return [...results].sort(byNearness).slice(0, topK);
}

function byNearness(a: SearchResult, b: SearchResult): number {
  if (a.similarity_score !== b.similarity_score) return b.similarity_score - a.similarity_score;
  if (a.entry.module_id !== b.entry.module_id) return a.entry.module_id < b.entry.module_id ? -1 : 1;
  return semver.rcompare(a.entry.version, b.entry.version);
}

/** Existing values are read only when a list is given: most searches of a large index filter nothing. */
function sharesOne(requested: readonly string[], present: () => readonly string[]): boolean {
  if (requested.length === 0) return true;
  const have = new Set(present().map(normalize));
  return requested.some((value) => have.has(normalize(value)));
}

function normalize(value: string): string {
  return value.replace(/\s+/g, " ").trim().toLowerCase();
}
