/**
 * Unit vectors in one block of memory, because a scan reads that fastest. Each row is padded with zeros to whole lanes.
 */
export type VectorMatrix = { readonly dimensions: number; readonly rows: Float32Array };

/** Independent sums: the processor adds them in parallel. */
const LANES = 4;

/**
 * Finer differences come from the processor, not the text. They must not decide an order, which is the same every time.
 */
const STEPS = 1_000_000;

/** Stacks vectors in their order. A zero vector stays zero and is similar to nothing. */
export function stackVectors(vectors: readonly Float32Array[], dimensions: number): VectorMatrix {
  const width = rowWidth(dimensions);
  const rows = new Float32Array(vectors.length * width);
  vectors.forEach((vector, row) => {
    rows.set(unitVector(vector, dimensions), row * width);
  });
  return { dimensions, rows };
}

/** The similarity of each requested row to a vector: the cosine, from 0 (unrelated or opposed) to 1. */
export function cosines(
  { dimensions, rows }: VectorMatrix,
  requested: Uint32Array,
  vector: Float32Array,
): Float64Array {
  const width = rowWidth(dimensions);
  const query = new Float32Array(width);
  query.set(unitVector(vector, dimensions));
  const scores = new Float64Array(requested.length);
  for (let place = 0; place < requested.length; place += 1) {
    const cosine = product(rows, query, (requested[place] ?? 0) * width);
    scores[place] = Math.round(Math.min(1, Math.max(0, cosine)) * STEPS) / STEPS;
  }
  return scores;
}

function unitVector(vector: Float32Array, dimensions: number): Float32Array {
  if (vector.length !== dimensions)
    throw new RangeError(`a vector has ${vector.length} dimensions; the index has ${dimensions}`);
  const length = Math.sqrt(vector.reduce((sum, part) => sum + part * part, 0));
  return length === 0 ? new Float32Array(dimensions) : vector.map((part) => part / length);
}

function rowWidth(dimensions: number): number {
  return Math.ceil(dimensions / LANES) * LANES;
}

/** The dot product of the query and the row at `offset`, in `LANES` sums. */
function product(rows: Float32Array, query: Float32Array, offset: number): number {
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let index = 0; index < query.length; index += LANES) {
    const at = offset + index;
    first += (rows[at] ?? 0) * (query[index] ?? 0);
    second += (rows[at + 1] ?? 0) * (query[index + 1] ?? 0);
    third += (rows[at + 2] ?? 0) * (query[index + 2] ?? 0);
    fourth += (rows[at + 3] ?? 0) * (query[index + 3] ?? 0);
  }
  return first + second + third + fourth;
}
