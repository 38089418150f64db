/** What the model reads at once, the two marks around a chunk included: the length it was trained for. */
export const CHUNK_TOKENS = 256;

/** The vocabulary's padding, start and end marks. A text that spells one out must not steer the model with it. */
const PAD = 0;
const START = 101;
const END = 102;

/** A text's tokens in pieces that the model can read; there is always at least one piece. */
export function chunkTokens(ids: readonly number[]): number[][] {
  const words = ids.filter((id) => id !== PAD && id !== START && id !== END);
  const room = CHUNK_TOKENS - 2;
  const count = Math.max(1, Math.ceil(words.length / room));
  return Array.from({ length: count }, (_, place) => [START, ...words.slice(place * room, (place + 1) * room), END]);
}

/** One chunk as the model sees it: its length in tokens and the unit vector it got. */
export type ChunkVector = { readonly tokens: number; readonly vector: Float32Array };

/** The mean of a text's chunks, each by its length, at length one: a short last piece weighs little. */
export function meanVector(chunks: readonly ChunkVector[], dimensions: number): Float32Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only.vector;
  const sum = chunks.reduce(
    (total, { tokens, vector }) => total.map((part, index) => part + tokens * (vector[index] ?? 0)),
    new Float64Array(dimensions),
  );
  const length = Math.sqrt(sum.reduce((total, part) => total + part * part, 0));
  return Float32Array.from(sum, (part) => (length === 0 ? 0 : part / length));
}
