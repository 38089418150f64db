import { describe, expect, it } from "vitest";
import { exportsOf } from "../../src/languages/exports/exports.js";
import { parseScript } from "../../src/languages/javascript/parse-script.js";
import { testsIn } from "../../src/languages/tests-in.js";
import { withinBounds } from "../../src/languages/within-bounds.js";

describe("reading within bounds", () => {
  it("gives what was read", () => {
    expect(withinBounds(() => ["a"])).toEqual(["a"]);
    expect(withinBounds(() => withinBounds(() => "inside"))).toBe("inside");
  });

  it("gives nothing where no end is in sight", () => {
    expect(
      withinBounds(() => {
        for (;;);
      }),
    ).toBeUndefined();
  });

  it("gives nothing where the stack ends", () => {
    const deeper = (): number => 1 + deeper();
    expect(withinBounds(deeper)).toBeUndefined();
  });

  it("hides no mistake of the reader's own", () => {
    expect(() =>
      withinBounds(() => {
        throw new TypeError("a mistake");
      }),
    ).toThrow(TypeError);
  });

  it("leaves the compiler of use for the next file", () => {
    // Comments as long as these hide the words from whoever looks for them first.
    const endless = `async/*${"-".repeat(120)}*/`.repeat(12_000);
    expect(withinBounds(() => parseScript("a.ts", endless))).toBeUndefined();
    expect(exportsOf("b.ts", new Map([["b.ts", "export class B { async c() {} }"]]))).toMatchObject([{ name: "B" }]);
  });

  it("is what a model's tests are read in, so that no file of them keeps everybody else waiting", () => {
    const same = "function f() { expect(1).toBe(2); }\n".repeat(2_000);
    expect(testsIn("a.test.ts", `${same}it("z", () => {${"f();".repeat(2_000)}});`)).toEqual([]);
    expect(testsIn("a.test.ts", 'it("z", () => {});')).toHaveLength(1);
  });
});
