import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkFullRunBeforeRelease, isFullSuiteDue } from "../../../src/domain/validation/cadence.js";

const situation = { cadence: "every-N", interval: 3, tasksSinceFullRun: 1, requested: false } as const;

describe("isFullSuiteDue", () => {
  it.each([
    ["every", 1, true],
    ["every-N", 1, false],
    ["every-N", 2, false],
    ["every-N", 3, true],
    ["every-N", 4, true],
    ["on-demand", 100, false],
  ] as const)("%s, task %i since the last full run: %s", (cadence, tasksSinceFullRun, due) => {
    expect(isFullSuiteDue({ ...situation, cadence, tasksSinceFullRun }).due).toBe(due);
  });

  it.each(["every", "every-N", "on-demand"] as const)("runs when it is requested, with %s", (cadence) => {
    expect(isFullSuiteDue({ ...situation, cadence, requested: true }).due).toBe(true);
  });

  it.each([
    ["every-N", "task 1 of 3"],
    ["on-demand", "nobody asked"],
  ] as const)("is SKIPPED otherwise, and says why: %s", (cadence, why) => {
    expect(isFullSuiteDue({ ...situation, cadence })).toMatchObject({
      status: "SKIPPED",
      reason: expect.stringContaining(why),
    });
  });

  it("never lets more than N - 1 merges go unchecked", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.array(fc.boolean(), { maxLength: 60 }), (interval, requests) => {
        let unchecked = 0;
        for (const requested of requests) {
          const decision = isFullSuiteDue({ ...situation, interval, tasksSinceFullRun: unchecked + 1, requested });
          unchecked = decision.due ? 0 : unchecked + 1;
          expect(unchecked).toBeLessThan(interval);
        }
      }),
    );
  });
});

describe("before a release", () => {
  const head = "a".repeat(40);

  it.each([
    ["no full run", undefined, "full-run-due"],
    ["a full run of an older commit", { sha: "b".repeat(40), passed: true }, "full-run-due"],
    ["a failed full run of the head", { sha: head, passed: false }, "full-run-failed"],
  ])("refuses %s", (_, run, code) => {
    expect(checkFullRunBeforeRelease(head, run)).toMatchObject({ ok: false, refusal: { code } });
  });

  it("accepts a full run of exactly the head", () => {
    expect(checkFullRunBeforeRelease(head, { sha: head, passed: true }).ok).toBe(true);
  });
});
