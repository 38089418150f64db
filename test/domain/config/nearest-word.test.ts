import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance, nearestWord } from "../../../src/domain/config/nearest-word.js";

describe("editDistance", () => {
  it.each([
    ["", "", 0],
    ["abc", "abc", 0],
    ["", "abc", 3],
    ["abc", "", 3],
    ["abc", "abd", 1],
    ["abc", "ab", 1],
    ["ab", "abc", 1],
    ["buget", "budget", 1],
    ["ab", "ba", 1],
    ["teh cat", "the cta", 2],
    ["kitten", "sitting", 3],
  ])("of %j and %j is %i", (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
  });

  it("is symmetric, and zero only for equal words", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
      }),
    );
  });
});

describe("nearestWord", () => {
  const known = ["budgets", "gates", "max_files", "models"];

  it.each([
    ["buget", "budgets"],
    ["maxFiles", "max_files"],
    ["max-files", "max_files"],
    ["modles", "models"],
    ["MODELS", "models"],
  ])("takes %s for %s", (word, meant) => {
    expect(nearestWord(word, known)).toBe(meant);
  });

  it("suggests nothing when nothing is near", () => {
    expect(nearestWord("telemetry", known)).toBeUndefined();
  });

  it("takes the nearer of two", () => {
    expect(nearestWord("gate", ["late", "gates", "gatex", "gate1s"])).toBe("late");
    expect(nearestWord("gates", ["grates", "gates"])).toBe("gates");
  });

  it("allows one edit in a short word and a third of a long one", () => {
    expect(nearestWord("ci", ["cj"])).toBe("cj");
    expect(nearestWord("ci", ["xy"])).toBeUndefined();
    expect(nearestWord("abcdef", ["abcdxy"])).toBe("abcdxy");
    expect(nearestWord("abcdef", ["abcxyz"])).toBeUndefined();
  });
});
