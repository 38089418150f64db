/** What makes vectors comparable: only those of one model and one length are. */
export type VectorSpace = { readonly model: string; readonly dimensions: number };

/** Turns texts into vectors: near in meaning is near in direction. The same text gives the same vector every time. */
export type Embedder = VectorSpace & {
  /** One vector for each text, in their order. Throws `EmbedderUnavailable` when there is none to be had. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
  stop(): Promise<void>;
};

/** No vectors could be made; the words are for a person, and asking again later may help. */
export class EmbedderUnavailable extends Error {
  override readonly name = "EmbedderUnavailable";
}
