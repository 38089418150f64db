import type { Embedder, VectorSpace } from "../../src/code-index/embedder.js";
import type { VectorCache, Vectors } from "../../src/code-index/vector-cache.js";

/** An embedder that records what it was asked. */
export type FakeEmbedder = Embedder & { readonly asked: readonly (readonly string[])[] };

/** Returns the test's vectors. A text without a vector fails the test. */
export function anEmbedder(
  vectors: Readonly<Record<string, readonly number[]>> | ((text: string) => readonly number[]),
  space: VectorSpace = { model: "fake", dimensions: 2 },
): FakeEmbedder {
  const asked: (readonly string[])[] = [];
  const vectorOf = (text: string) => {
    const vector = typeof vectors === "function" ? vectors(text) : vectors[text];
    if (vector === undefined) throw new Error(`no vector for ${JSON.stringify(text)}`);
    return Float32Array.from(vector);
  };
  return {
    ...space,
    asked,
    async embed(texts) {
      asked.push(texts);
      return texts.map(vectorOf);
    },
    stop: async () => undefined,
  };
}

/** A cache in memory that records what was written, oldest first. */
export function aCache(kept: Vectors = new Map()): VectorCache & { readonly written: readonly Vectors[] } {
  const written: Vectors[] = [];
  return {
    written,
    read: async () => written.at(-1) ?? kept,
    async write(_space, vectors) {
      written.push(new Map(vectors));
    },
  };
}
