import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endOfLine, linesOf, startOfLine } from "../../../src/commands/markdown/lines.js";

const text = fc.string({ unit: fc.constantFrom("a", "\n", "\r", "\u2028", "\f") });

describe("lines", () => {
  it("end with LF, CRLF or CR and count from 1", () => {
    expect(linesOf("a\nb\r\nc\rd")).toEqual([
      { number: 1, start: 0, text: "a" },
      { number: 2, start: 2, text: "b" },
      { number: 3, start: 5, text: "c" },
      { number: 4, start: 7, text: "d" },
    ]);
  });

  it("are one when there is nothing", () => {
    expect(linesOf("")).toEqual([{ number: 1, start: 0, text: "" }]);
  });

  it("agree with the search for their starts and ends", () => {
    fc.assert(
      fc.property(text, (body) => {
        const lines = linesOf(body);
        for (const [index, line] of lines.entries()) {
          expect(body.startsWith(line.text, line.start)).toBe(true);
          expect(startOfLine(body, line.start)).toBe(line.start);
          expect(startOfLine(body, line.start + line.text.length)).toBe(line.start);
          expect(endOfLine(body, line.start)).toBe(lines[index + 1]?.start ?? body.length);
        }
      }),
    );
  });
});
