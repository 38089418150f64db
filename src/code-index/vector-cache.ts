import type { Digest } from "../domain/ids.js";
import type { VectorSpace } from "./embedder.js";

/** Vectors by the digest of the text they were made of, so that a changed text can never meet an old vector. */
export type Vectors = ReadonlyMap<Digest, Float32Array>;

/** Vectors that need not be made again. The entries in git are the truth; losing this costs time, nothing else. */
export type VectorCache = {
  /** What is kept for this space; nothing when there is none, or it is damaged or of another model. */
  read(space: VectorSpace): Promise<Vectors>;
  /** Replaces whatever was kept. */
  write(space: VectorSpace, vectors: Vectors): Promise<void>;
};
