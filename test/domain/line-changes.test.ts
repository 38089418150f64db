import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineChanges } from "../../src/domain/line-changes.js";

describe("the changes from one text to another", () => {
  it("are nothing for the same text", () => {
    expect(lineChanges("a\nb", "a\nb")).toBe("");
  });

  it("are the lines that went and came, with their place", () => {
    expect(lineChanges("a\nb\nc\nd\ne", "a\nB\nc\nd\ne\nf")).toBe("@@ line 2\n- b\n+ B\n@@ line 6\n+ f");
  });

  it("are told for a new and for a removed text", () => {
    expect(lineChanges("", "a\nb")).toBe("@@ line 1\n- \n+ a\n+ b");
    expect(lineChanges("x\na", "a")).toBe("@@ line 1\n- x");
  });

  it("have each line that only one text has, and keep the order of both", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = lineChanges(before.join("\n"), after.join("\n")).split("\n");
        const count = (sign: string, letter: string) => lines.filter((line) => line === `${sign} ${letter}`).length;
        for (const letter of ["a", "b", "c"]) {
          const difference =
            after.filter((each) => each === letter).length - before.filter((each) => each === letter).length;
          expect(count("+", letter) - count("-", letter)).toBe(difference);
        }
      }),
    );
  });
});
