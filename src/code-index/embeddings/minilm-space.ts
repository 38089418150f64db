import type { VectorSpace } from "../embedder.js";
import { CHUNK_TOKENS } from "./token-chunks.js";

/**
 * Names everything that determines a vector. Other weights or other chunks need another space, which invalidates cached
 * vectors.
 */
export const MINILM_SPACE: VectorSpace = {
  model: `all-MiniLM-L6-v2, 8 bit, chunks of ${CHUNK_TOKENS}`,
  dimensions: 384,
};
