import { describe, expect, it } from "vitest";
import { CHUNK_TOKENS, chunkTokens, meanVector } from "../../../src/code-index/embeddings/token-chunks.js";

const START = 101;
const END = 102;
const words = (count: number) => Array.from({ length: count }, (_, place) => 1_000 + place);
const floats = (...parts: number[]) => Float32Array.from(parts);

describe("chunks of tokens", () => {
  it.each([
    [0, [2]],
    [1, [3]],
    [253, [255]],
    [254, [256]],
    [255, [256, 3]],
    [508, [256, 256]],
    [509, [256, 256, 3]],
  ])("of %i words are %j long, marks included", (count, lengths) => {
    expect(chunkTokens(words(count)).map((chunk) => chunk.length)).toEqual(lengths);
  });

  it("lose and repeat no word, and each begins and ends with the model's marks", () => {
    const chunks = chunkTokens(words(600));
    expect(chunks.flatMap((chunk) => chunk.slice(1, -1))).toEqual(words(600));
    for (const chunk of chunks) expect([chunk[0], chunk.at(-1)]).toEqual([START, END]);
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBe(CHUNK_TOKENS);
  });

  it.each([
    ["padding", 0],
    ["a start mark", START],
    ["an end mark", END],
  ])("leave out %s that stands in the text", (_, id) => {
    expect(chunkTokens([7, id, 8, id])).toEqual([[START, 7, 8, END]]);
  });
});

describe("the mean of chunks", () => {
  it("is the chunk itself when there is one", () => {
    expect(meanVector([{ tokens: 9, vector: floats(0.6, 0.8) }], 2)).toEqual(floats(0.6, 0.8));
  });

  it("weighs each chunk by its length and has length one", () => {
    const mean = meanVector(
      [
        { tokens: 4, vector: floats(1, 0) },
        { tokens: 3, vector: floats(0, 1) },
      ],
      2,
    );
    expect([...mean]).toEqual([expect.closeTo(0.8, 6), expect.closeTo(0.6, 6)]);
  });

  it("of opposites is zero, not NaN", () => {
    const opposites = [floats(1, 0), floats(-1, 0)].map((vector) => ({ tokens: 1, vector }));
    expect([...meanVector(opposites, 2)]).toEqual([0, 0]);
  });
});
