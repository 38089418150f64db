import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scoreToReach } from "../../src/code-index/score-to-reach.js";

const scores = fc.array(fc.integer({ min: 0, max: 20 }).map((score) => score / 20));

describe("the score to reach", () => {
  it.each([
    [[0.1, 0.9, 0.5], 1, 0.9],
    [[0.1, 0.9, 0.5], 2, 0.5],
    [[0.9, 0.5, 0.1], 2, 0.5],
    [[0.5, 0.5, 0.5], 2, 0.5],
    [[0.4, 0.5], 2, 0],
    [[0.4], 2, 0],
    [[], 1, 0],
  ])("of %j for the best %i is %d", (given, count, expected) => {
    expect(scoreToReach(Float64Array.from(given), count)).toBe(expected);
  });

  it("is the score of the last of the best, however the scores are ordered", () => {
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 12 }), (given, count) => {
        const sorted = [...given].sort((a, b) => b - a);
        const expected = given.length <= count ? 0 : sorted[count - 1];
        expect(scoreToReach(Float64Array.from(given), count)).toBe(expected);
      }),
      { numRuns: 200 },
    );
  });
});
