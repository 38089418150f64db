import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CUT_TEXT, cutBytes, cutLine, cutText } from "../../src/render/cut.js";

/** One half of a surrogate pair without the other. */
const HALF = /\p{Surrogate}/u;

describe("cutting a text", () => {
  it.each([
    ["cutLine", cutLine, "…"],
    ["cutText", cutText, CUT_TEXT],
    ["cutBytes", cutBytes, CUT_TEXT],
  ])("%s leaves what fits and marks what does not", (_name, cut, mark) => {
    for (const length of [99, 100]) expect(cut("x".repeat(length), 100)).toBe("x".repeat(length));
    const text = cut("x".repeat(101), 100);
    expect(text.endsWith(mark)).toBe(true);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(100 + (mark === "…" ? 2 : 0));
  });

  it("never leaves half a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.integer({ min: 60, max: 200 }), (text, limit) => {
        for (const cut of [cutLine(text, limit), cutText(text, limit), cutBytes(text, limit)]) {
          if (cut !== text) expect(cut).not.toMatch(HALF);
        }
        expect(cutText(text, limit).length).toBeLessThanOrEqual(limit);
        expect(cutLine(text, limit).length).toBeLessThanOrEqual(limit);
        expect(Buffer.byteLength(cutBytes(text, limit))).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 200 },
    );
  });
});
