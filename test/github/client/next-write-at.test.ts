import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextWriteAt, stillCounting } from "../../../src/github/client/next-write-at.js";

const NOW = 10_000_000;
/** `count` writes, the last one `ago` milliseconds ago, `gap` apart. */
const writes = (count: number, ago: number, gap: number) =>
  Array.from({ length: count }, (_, index) => NOW - ago - (count - 1 - index) * gap);

describe("the time of the next write", () => {
  it.each([
    ["at once when nothing went before", [], NOW],
    ["a second after the last one", [NOW], NOW + 1_000],
    ["at once when the last one is a second old", [NOW - 1_000], NOW],
    ["what is left of the second", [NOW - 999], NOW + 1],
    ["at once after 59 in a minute", writes(59, 1_000, 1_000), NOW],
    ["a minute after the sixtieth before it", writes(60, 1_000, 500), NOW - 1_000 - 59 * 500 + 60_000],
    ["at once when the sixtieth before it is a minute old", writes(60, 1_000, 1_000), NOW],
    ["at once after 449 in an hour", writes(449, 1_000, 2_000), NOW],
    ["an hour after the 450th before it", writes(450, 1_000, 2_000), NOW - 1_000 - 449 * 2_000 + 3_600_000],
  ])("is %s", (_when, history, at) => {
    expect(nextWriteAt(history, NOW)).toBe(at);
  });

  it("never allows more than 60 in any minute or 450 in any hour, however fast it is asked", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 500, maxLength: 600 }), (pauses) => {
        let now = 0;
        const history: number[] = [];
        for (const pause of pauses) {
          now = Math.max(now + pause, nextWriteAt(history, now + pause));
          history.push(now);
        }
        const most = (count: number, window: number) =>
          history.every((at, index) => at - (history[index - count] ?? Number.NEGATIVE_INFINITY) >= window);
        return most(60, 60_000) && most(450, 3_600_000) && most(1, 1_000);
      }),
      { numRuns: 30 },
    );
  });

  it("ignores earlier writes as soon as they cannot delay it, and not before", () => {
    expect(stillCounting([0, 1, 2], 3_600_001)).toEqual([2]);
    expect(stillCounting([0, 1, 2], 3_599_999)).toEqual([0, 1, 2]);
  });
});
