import { entryRef } from "../domain/index-entries/code-index-entry.js";
import { embeddingText } from "../domain/index-entries/embedding-text.js";
import { nearestTo } from "../domain/index-entries/search-filter.js";
import type { Similarity } from "../domain/plan/check-plan-reuse.js";
import { isReused, type ModuleDraft } from "../domain/plan/plan-draft.js";
import type { CodeIndex } from "./code-index.js";

/** More near-duplicates of one module add no information. */
const NEAREST = 5;

/**
 * A planned contract this similar to a shipped one must be explained. With the local model, the same module in other
 * words is mostly above this score. Another module of the same field is below it (0.5 to 0.75). A related module above
 * it costs one sentence.
 */
export const NEAR_DUPLICATE_FROM = 0.8;

/** The similarity of each planned module to shipped ones, measured on the text that an entry would have. */
export async function nearDuplicates(modules: readonly ModuleDraft[], index: CodeIndex): Promise<Similarity[]> {
  const found: Similarity[] = [];
  for (const module of modules) {
    if (isReused(module)) continue;
    const query = embeddingText({ purpose: module.purpose, tags: [], io_summary: module.io_contract });
    const nearest = await index.search(nearestTo(query, NEAREST));
    found.push(
      ...nearest.map(({ entry, similarity_score }) => ({
        key: module.key,
        module_ref: entryRef(entry),
        score: similarity_score,
      })),
    );
  }
  return found;
}
