import type { VectorSpace } from "../embedder.js";
import { CHUNK_TOKENS } from "./token-chunks.js";

/** Names all that decides a vector: other weights or other chunks are another space, and cached vectors of it are void. */
export const MINILM_SPACE: VectorSpace = {
  model: `all-MiniLM-L6-v2, 8 bit, chunks of ${CHUNK_TOKENS}`,
  dimensions: 384,
};
