import { sha256 } from "../domain/hash.js";
import type { Digest } from "../domain/ids.js";
import type { CodeIndexEntry } from "../domain/index-entries/code-index-entry.js";
import { embeddingText } from "../domain/index-entries/embedding-text.js";
import type { Embedder } from "./embedder.js";
import type { VectorCache, Vectors } from "./vector-cache.js";

/** A small batch, so that a search in between waits only briefly for the embedder. */
const PORTION = 128;

/**
 * A large index takes minutes to embed, so the cache is saved whenever a quarter of it is new. A crash loses at most
 * that much, and the total writing stays proportional to the index.
 */
const UNSAVED_SHARE = 1 / 4;

/** An entry's text as the key of its vector. */
export function textDigest(entry: CodeIndexEntry): Digest {
  return sha256(embeddingText(entry));
}

/** The embedder and the cache. */
type Sources = { readonly embedder: Embedder; readonly cache: VectorCache };

/** A vector for every entry: cached ones, and new ones, which are cached for the next time. */
export async function vectorsOf(entries: readonly CodeIndexEntry[], sources: Sources): Promise<Vectors> {
  return completed(entries, await sources.cache.read(sources.embedder), sources);
}

/** Computes every vector again. The cache then holds exactly these (requirements.md#embedding-text). */
export async function freshVectorsOf(entries: readonly CodeIndexEntry[], sources: Sources): Promise<Vectors> {
  return completed(entries, new Map(), sources);
}

async function completed(
  entries: readonly CodeIndexEntry[],
  known: Vectors,
  { embedder, cache }: Sources,
): Promise<Vectors> {
  const vectors = new Map(known);
  const texts = new Map(entries.map((entry) => [textDigest(entry), embeddingText(entry)]));
  const missing = [...texts].filter(([digest]) => !known.has(digest));
  let unsaved = 0;
  for (let start = 0; start < missing.length; start += PORTION) {
    const portion = missing.slice(start, start + PORTION);
    const made = await embedder.embed(portion.map(([, text]) => text));
    portion.forEach(([digest], place) => {
      const vector = made[place];
      if (vector?.length !== embedder.dimensions)
        throw new RangeError(`${embedder.model} gave ${vector?.length ?? 0} of ${embedder.dimensions} dimensions`);
      vectors.set(digest, vector);
    });
    unsaved += portion.length;
    const isLast = start + PORTION >= missing.length;
    if (!isLast && unsaved < vectors.size * UNSAVED_SHARE) continue;
    await cache.write(embedder, vectors);
    unsaved = 0;
  }
  return vectors;
}
