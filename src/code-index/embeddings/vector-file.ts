import { createHash } from "node:crypto";
import { z } from "zod";
import { Digest } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { VectorSpace } from "../embedder.js";
import type { Vectors } from "../vector-cache.js";

const FORMAT = "factory-vectors/1";
const KEY_BYTES = 32;
const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT;

/**
 * The first line of a vector file. It is followed by all keys and all vectors, little-endian as on every supported
 * machine.
 */
const Header = z.strictObject({
  format: z.literal(FORMAT),
  model: z.string(),
  dimensions: z.int().min(1),
  count: z.int().min(0),
  sha256: Digest,
});

export function encodeVectors({ model, dimensions }: VectorSpace, vectors: Vectors): Buffer {
  const keys = Buffer.from([...vectors.keys()].join(""), "hex");
  const floats = new Float32Array(vectors.size * dimensions);
  [...vectors.values()].forEach((vector, row) => {
    floats.set(vector, row * dimensions);
  });
  const body = Buffer.concat([keys, new Uint8Array(floats.buffer)]);
  const header = { format: FORMAT, model, dimensions, count: vectors.size, sha256: digestOfBytes(body) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body]);
}

/** The vectors of a complete file of this space; otherwise why they cannot be used. */
export function decodeVectors(bytes: Buffer, space: VectorSpace): Outcome<Vectors> {
  const end = bytes.indexOf("\n");
  const header = readHeader(bytes.subarray(0, Math.max(0, end)).toString("utf8"));
  if (header === undefined) return refuse("not-a-vector-file", "it does not begin with the header of a vector file");
  const { model, dimensions, count, sha256 } = header;
  if (model !== space.model || dimensions !== space.dimensions)
    return refuse(
      "other-space",
      `it holds vectors of ${model} (${dimensions}), not of ${space.model} (${space.dimensions})`,
    );
  const body = bytes.subarray(end + 1);
  if (body.length !== count * (KEY_BYTES + dimensions * FLOAT_BYTES) || digestOfBytes(body) !== sha256)
    return refuse("damaged", "its bytes are not those that were written");
  return accept(readBody(body, { count, dimensions }));
}

function readHeader(line: string): z.infer<typeof Header> | undefined {
  try {
    return Header.safeParse(JSON.parse(line)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function readBody(
  body: Buffer,
  { count, dimensions }: { readonly count: number; readonly dimensions: number },
): Vectors {
  // Copied, because a Float32Array must begin at a multiple of four.
  const floats = new Float32Array(new Uint8Array(body.subarray(count * KEY_BYTES)).buffer);
  return new Map(
    Array.from({ length: count }, (_, row) => [
      body.toString("hex", row * KEY_BYTES, (row + 1) * KEY_BYTES),
      floats.subarray(row * dimensions, (row + 1) * dimensions),
    ]),
  );
}

function digestOfBytes(bytes: Buffer): Digest {
  return createHash("sha256").update(bytes).digest("hex");
}
