import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CUT_TEXT, cutBytes, cutLine, cutMarkdown, cutText } from "../../src/render/cut.js";

/** One half of a surrogate pair without the other. */
const HALF = /\p{Surrogate}/u;

describe("cutting a text", () => {
  it.each([
    ["cutLine", cutLine, "…"],
    ["cutText", cutText, CUT_TEXT],
    ["cutMarkdown", cutMarkdown, CUT_TEXT],
    ["cutBytes", cutBytes, CUT_TEXT],
  ])("%s leaves what fits and marks what does not", (_name, cut, mark) => {
    for (const length of [99, 100]) expect(cut("x".repeat(length), 100)).toBe("x".repeat(length));
    const text = cut("x".repeat(101), 100);
    expect(text.endsWith(mark)).toBe(true);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(100 + (mark === "…" ? 2 : 0));
  });

  it.each([
    ["cutMarkdown", cutMarkdown],
    ["cutBytes", cutBytes],
  ])("%s keeps nothing of code whose end it takes, and all of the lines before", (_name, cut) => {
    const cutIn = (last: string) => cut(`\`a\` b\n${last}`, 100).slice(0, -CUT_TEXT.length);
    expect(cutIn(`c \\\\\`[d](e) ${"f".repeat(100)}\``)).toBe("`a` b\nc \\\\");
    expect(cutIn(`c \\\` d ${"f".repeat(100)}`)).toMatch(/^`a` b\nc \\` d f+$/);
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
