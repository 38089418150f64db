import { describe, expect, it } from "vitest";
import { fitItems, fitParts } from "../../src/render/fit.js";

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

  it("counts bytes where the limit is in bytes", () => {
    expect(fitParts("é", [part("éé")], { bytes: 14 })).toBe("é\n\néé");
    expect(fitParts("é", [part("é".repeat(5))], { bytes: 14 })).toBe("é\n\nééééé");
    expect(fitParts("é", [part("é".repeat(6))], { bytes: 14 })).toBe("é\n\n_left out_");
    expect(() => fitParts("é".repeat(8), [], { bytes: 15 })).toThrow(RangeError);
  });
});

describe("fitting equal items into a room", () => {
  const leftOut = (count: number) => `+${count}`;

  it("takes them all where they fit to the last character", () => {
    expect(fitItems(["aa", "bb", "cc"], 10, leftOut)).toBe("aa\n\nbb\n\ncc");
  });

  it("counts the rest where they do not, and never exceeds the room", () => {
    expect(fitItems(["aa", "bb", "cc"], 9, leftOut)).toBe("aa\n\n+2");
    expect(fitItems(["aa", "bb", "cc"], 5, leftOut)).toBe("+3");
    for (let room = 2; room < 12; room += 1) {
      expect(fitItems(["aa", "bb", "cc"], room, leftOut).length).toBeLessThanOrEqual(room);
    }
  });
});
