/** The model's input length, the two marks around a chunk included. The model was trained for this length. */
export const CHUNK_TOKENS = 256;

/** The vocabulary's padding, start and end marks. A text that contains one must not control the model with it. */
const PAD = 0;
const START = 101;
const END = 102;

/** Splits a text's tokens into chunks of the model's input length; at least one chunk. */
export function chunkTokens(ids: readonly number[]): number[][] {
  const words = ids.filter((id) => id !== PAD && id !== START && id !== END);
  const room = CHUNK_TOKENS - 2;
  const count = Math.max(1, Math.ceil(words.length / room));
  return Array.from({ length: count }, (_, place) => [START, ...words.slice(place * room, (place + 1) * room), END]);
}

/** One chunk after the model: its number of tokens and its unit vector. */
export type ChunkVector = { readonly tokens: number; readonly vector: Float32Array };

/** The mean of a text's chunks, weighted by length and normalised: a short last chunk has little weight. */
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
