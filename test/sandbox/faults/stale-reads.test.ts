import { describe, expect, it } from "vitest";
import { createStaleReads } from "../../../src/sandbox/faults/stale-reads.js";

const SECOND = 1000;

describe("stale reads", () => {
  const filled = () => {
    const reads = createStaleReads<string>(10);
    for (const second of [0, 5, 12]) reads.remember("k", `at ${second}`, second * SECOND);
    return reads;
  };

  it.each([
    [1, 13, "at 12"],
    [2, 13, "at 12"],
    [8, 13, "at 5"],
    [9, 13, "at 5"],
    [13, 13, "at 5"],
  ])("lagging %i seconds at %i see what was answered %s", (lag, now, expected) => {
    expect(filled().recall("k", lag, now * SECOND)).toBe(expected);
  });

  it("do not pass off an answer as news of a replica that cannot lag so far", () => {
    expect(filled().recall("k", 3, 60 * SECOND)).toBeUndefined();
  });

  it("have nothing for a question that was never asked", () => {
    expect(filled().recall("other", 1, 13 * SECOND)).toBeUndefined();
  });

  it("forget what no replica could still show", () => {
    const reads = createStaleReads<string>(10);
    for (const second of [0, 5, 12, 16]) reads.remember("k", `at ${second}`, second * SECOND);
    expect(reads.recall("k", 1000, 16 * SECOND)).toBe("at 12");
  });
});
