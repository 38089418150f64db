import type { CodeIndex } from "../../code-index/code-index.js";
import { nearestTo, type SearchResult } from "../../domain/index-entries/search-filter.js";

/** A vector of more than this says less of what a text is about, and takes its time. What it is about stands at its beginning. */
const MAX_CHARACTERS = 4_000;
/** As many as the tool shows unless it is told otherwise (requirements.md#index-search). */
const NEAREST = 10;

/**
 * Shipped modules that may do what these texts ask for. They are looked for before a role is asked: reuse comes first, whether or
 * not the role thinks of searching. What one search of the whole cannot find, the role finds with its own.
 */
export function reuseCandidates(index: CodeIndex, texts: readonly string[]): Promise<SearchResult[]> {
  const query = texts
    .join("\n")
    .slice(0, MAX_CHARACTERS)
    .replace(/\p{Surrogate}/gu, "");
  return index.search(nearestTo(query, NEAREST));
}
