import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeVectors, encodeVectors } from "../../../src/code-index/embeddings/vector-file.js";
import { sha256 } from "../../../src/domain/hash.js";

const space = { model: "a model: with ünicode", dimensions: 3 };
const vectors = new Map([
  [sha256("one"), Float32Array.from([1, -2, 0.5])],
  [sha256("two"), Float32Array.from([0, 1e-30, 3e30])],
]);
const file = encodeVectors(space, vectors);
const headerEnd = file.indexOf("\n");

const codeOf = (bytes: Buffer, requested = space) => {
  const read = decodeVectors(bytes, requested);
  return read.ok ? "ok" : read.refusal.code;
};

describe("a vector file", () => {
  it("gives back every vector under its key, bit for bit", () => {
    expect(decodeVectors(file, space)).toEqual({ ok: true, value: vectors });
  });

  it("may be empty", () => {
    expect(decodeVectors(encodeVectors(space, new Map()), space)).toEqual({ ok: true, value: new Map() });
  });

  it("says in its first line what it holds", () => {
    expect(JSON.parse(file.subarray(0, headerEnd).toString())).toMatchObject({ ...space, count: 2 });
  });

  it.each([
    ["another model", { ...space, model: "newer" }],
    ["another length", { ...space, dimensions: 4 }],
  ])("is of no use to %s, and says whose it is", (_, requested) => {
    const read = decodeVectors(file, requested);
    expect(read).toMatchObject({ ok: false, refusal: { code: "other-space" } });
    expect(JSON.stringify(read)).toContain("a model: with ünicode (3)");
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["no line end", Buffer.from("{}")],
    ["no JSON", Buffer.from("vectors!\n")],
    ["other JSON", Buffer.from("[1]\n")],
    ["another format", Buffer.from(file.toString("latin1").replace("vectors/1", "vectors/2"), "latin1")],
  ])("is not one when it holds %s", (_, bytes) => {
    expect(codeOf(bytes)).toBe("not-a-vector-file");
  });

  it.each([
    ["it was cut short", file.subarray(0, -1)],
    ["it grew", Buffer.concat([file, Buffer.from([0])])],
    ["it holds only the header", file.subarray(0, headerEnd + 1)],
  ])("is damaged when %s", (_, bytes) => {
    expect(codeOf(bytes)).toBe("damaged");
  });

  it("is damaged when any bit after the header has turned", () => {
    const place = fc.integer({ min: headerEnd + 1, max: file.length - 1 });
    fc.assert(
      fc.property(place, fc.integer({ min: 0, max: 7 }), (at, bit) => {
        const turned = Buffer.from(file);
        turned[at] = (turned[at] ?? 0) ^ (1 << bit);
        expect(codeOf(turned)).toBe("damaged");
      }),
      { numRuns: 100 },
    );
  });
});
