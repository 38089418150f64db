import type { CodeIndexEntry } from "../domain/index-entries/code-index-entry.js";
import {
  type CodeIndexQuery,
  type SearchResult,
  searchCandidates,
  topResults,
} from "../domain/index-entries/search-filter.js";
import type { Embedder, VectorSpace } from "./embedder.js";
import { scoreToReach } from "./score-to-reach.js";
import type { VectorCache, Vectors } from "./vector-cache.js";
import { cosines, stackVectors, type VectorMatrix } from "./vector-matrix.js";
import { freshVectorsOf, textDigest, vectorsOf } from "./vectors-of.js";

/** The result of a re-indexing. */
type Reindexed = VectorSpace & { readonly entries: number };

/**
 * Finds shipped modules by meaning (requirements.md#index-search). It holds one state of the entries: new entries need
 * a new index.
 */
export type CodeIndex = {
  readonly entries: readonly CodeIndexEntry[];
  search(query: CodeIndexQuery): Promise<SearchResult[]>;
  /** Computes every vector again and ignores the cache. */
  reindex(): Promise<Reindexed>;
};

/** Nothing is embedded or read before the first search. */
export function createCodeIndex({
  entries,
  embedder,
  cache,
}: {
  readonly entries: readonly CodeIndexEntry[];
  readonly embedder: Embedder;
  readonly cache: VectorCache;
}): CodeIndex {
  const rowOf = new Map(entries.map((entry, row) => [entry, row]));
  let loading: Promise<VectorMatrix> | undefined;

  const stacked = async (made: Promise<Vectors>) => {
    const vectors = await made;
    const inOrder = entries.map((entry) => vectors.get(textDigest(entry)) ?? new Float32Array(embedder.dimensions));
    return stackVectors(inOrder, embedder.dimensions);
  };

  /** A failure is not cached: the next search tries again. */
  const keep = (matrix: Promise<VectorMatrix>) => {
    loading = matrix;
    matrix.catch(() => {
      if (loading === matrix) loading = undefined;
    });
    return matrix;
  };

  return {
    entries,
    async search(query) {
      const candidates = searchCandidates(entries, query);
      if (candidates.length === 0) return [];
      const matrix = await (loading ?? keep(stacked(vectorsOf(entries, { embedder, cache }))));
      const [vector = new Float32Array(0)] = await embedder.embed([query.query]);
      const rows = new Uint32Array(candidates.map((entry) => rowOf.get(entry) ?? 0));
      const scores = cosines(matrix, rows, vector);
      return best(candidates, scores, query.top_k);
    },
    async reindex() {
      await keep(stacked(freshVectorsOf(entries, { embedder, cache })));
      return { model: embedder.model, dimensions: embedder.dimensions, entries: entries.length };
    },
  };
}

function best(candidates: readonly CodeIndexEntry[], scores: Float64Array, topK: number): SearchResult[] {
  const from = scoreToReach(scores, topK);
  const reaching = candidates.flatMap((entry, place) => {
    const similarity_score = scores[place] ?? 0;
    return similarity_score < from ? [] : [{ entry, similarity_score }];
  });
  return topResults(reaching, topK);
}
