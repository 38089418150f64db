import { describe, expect, it } from "vitest";
import { fitParts } from "../../src/render/fit.js";

const part = (text: string) => ({ text, whenLeftOut: "_left out_" });

describe("fitting a text into a limit", () => {
  it("keeps everything that fits, in order", () => {
    expect(fitParts("head", [part("one"), part("two")], 100)).toBe("head\n\none\n\ntwo");
  });

  it("leaves a part out as a whole and says so, and still takes a smaller one after it", () => {
    expect(fitParts("head", [part("x".repeat(90)), part("two")], 60)).toBe("head\n\n_left out_\n\ntwo");
  });

  it.each([29, 30, 31])("never exceeds a limit of %i characters, emoji included", (limit) => {
    const text = fitParts("head", [part("🎉".repeat(6)), part("🎉".repeat(6))], limit);
    expect(text.length).toBeLessThanOrEqual(limit);
    expect(text.startsWith("head")).toBe(true);
  });

  it("takes a part that fits to the last character, and not one more", () => {
    const exactly = "head".length + 2 + 40;
    expect(fitParts("head", [part("x".repeat(40))], exactly)).toContain("xxxx");
    expect(fitParts("head", [part("x".repeat(41))], exactly)).toContain("_left out_");
  });

  it("refuses a head that does not fit by itself: it holds the controls", () => {
    expect(() => fitParts("x".repeat(100), [], 99)).toThrow(RangeError);
  });
});
