/** Identifies comparable vectors: only those of one model and one length can be compared. */
export type VectorSpace = { readonly model: string; readonly dimensions: number };

/**
 * Turns texts into vectors: texts of similar meaning get vectors of similar direction. Equal texts get equal vectors.
 */
export type Embedder = VectorSpace & {
  /** One vector for each text, in their order. Throws `EmbedderUnavailable` if no vector can be computed. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
  stop(): Promise<void>;
};

/** The embedder failed. The message is for a person, and a later attempt may succeed. */
export class EmbedderUnavailable extends Error {
  override readonly name = "EmbedderUnavailable";
}
