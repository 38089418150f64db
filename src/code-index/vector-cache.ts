import type { Digest } from "../domain/ids.js";
import type { VectorSpace } from "./embedder.js";

/** Vectors by the digest of their text, so that a changed text never gets an old vector. */
export type Vectors = ReadonlyMap<Digest, Float32Array>;

/** Cached vectors. The entries in git are the source of truth: losing the cache only costs time. */
export type VectorCache = {
  /** The cached vectors of this space; none if the cache is missing, damaged or of another model. */
  read(space: VectorSpace): Promise<Vectors>;
  /** Replaces the cache. */
  write(space: VectorSpace, vectors: Vectors): Promise<void>;
};
