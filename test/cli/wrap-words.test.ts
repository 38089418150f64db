import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wrapWords } from "../../src/cli/wrap-words.js";

describe("wrapping words", () => {
  it("breaks between words, and never inside one", () => {
    expect(wrapWords("one two three", 8)).toEqual(["one two", "three"]);
    expect(wrapWords("see http://127.0.0.1:1/acme/product now", 10)).toEqual([
      "see",
      "http://127.0.0.1:1/acme/product",
      "now",
    ]);
    expect(wrapWords("", 10)).toEqual([""]);
  });

  it("keeps what a line is indented by, also before what is broken off it", () => {
    expect(wrapWords("  - one two three", 9)).toEqual(["  - one", "  two", "  three"]);
    expect(wrapWords("    depends_on: []", 80)).toEqual(["    depends_on: []"]);
  });

  it("counts what is seen: colours take no room", () => {
    expect(wrapWords("\u001b[33mone two\u001b[0m three", 13)).toEqual(["\u001b[33mone two\u001b[0m three"]);
  });

  it("keeps every word in its order, and every line that has a choice within its width", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,12}$/)), fc.integer({ min: 1, max: 40 }), (words, width) => {
        const lines = wrapWords(words.join(" "), width);
        expect(lines.join(" ")).toBe(words.join(" "));
        for (const line of lines) if (line.includes(" ")) expect(line.length).toBeLessThanOrEqual(width);
      }),
    );
  });
});
