import type { CodeIndex } from "../../code-index/code-index.js";
import { nearestTo, type SearchResult } from "../../domain/index-entries/search-filter.js";

/** A vector of a longer text is slower and less precise; the subject is at its beginning. */
const MAX_CHARACTERS = 4_000;
/** The default number of results of the tool (requirements.md#index-search). */
const NEAREST = 10;

/**
 * Shipped modules that may do what these texts require. They are searched before a role is asked, so that reuse comes
 * first even if the role does not search.
 */
export function reuseCandidates(index: CodeIndex, texts: readonly string[]): Promise<SearchResult[]> {
  const query = texts
    .join("\n")
    .slice(0, MAX_CHARACTERS)
    .replace(/\p{Surrogate}/gu, "");
  return index.search(nearestTo(query, NEAREST));
}
