import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type MergeVerdict, nextBisectStep } from "../../../src/domain/validation/bisect.js";

const shas = (count: number) => Array.from({ length: count }, (_, index) => index.toString(16).padStart(40, "0"));

/** Runs what it is told until there is an answer. */
function bisect(merges: readonly string[], judge: (index: number) => MergeVerdict) {
  const verdicts = new Map<string, MergeVerdict>();
  for (let runs = 0; runs <= merges.length; runs++) {
    const step = nextBisectStep(merges, verdicts);
    if (step?.kind !== "run") return { step, runs };
    expect(verdicts.has(step.sha)).toBe(false);
    verdicts.set(step.sha, judge(merges.indexOf(step.sha)));
  }
  throw new Error("the search did not end");
}

describe("nextBisectStep", () => {
  it("has nothing to do without merges", () => {
    expect(nextBisectStep([], new Map())).toBeUndefined();
  });

  it("needs no run when only one merge is in question", () => {
    const [only] = shas(1);
    expect(nextBisectStep(shas(1), new Map())).toEqual({ kind: "found", sha: only });
  });

  it("finds the first bad merge in log2(n) runs", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(), (count, seed) => {
        const merges = shas(count);
        const culprit = seed % count;
        const { step, runs } = bisect(merges, (index) => (index >= culprit ? "bad" : "good"));
        expect(step).toEqual({ kind: "found", sha: merges[culprit] });
        expect(runs).toBeLessThanOrEqual(Math.ceil(Math.log2(count)));
      }),
    );
  });

  it("never accuses a merge that was shown good, and always has the culprit among its suspects", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.nat(),
        fc.array(fc.boolean(), { maxLength: 40 }),
        (count, seed, broken) => {
          const merges = shas(count);
          const culprit = seed % count;
          const { step } = bisect(merges, (index) =>
            broken[index] ? "untestable" : index >= culprit ? "bad" : "good",
          );
          const suspects = step?.kind === "found" ? [step.sha] : step?.kind === "narrowed" ? step.candidates : [];
          expect(suspects).toContain(merges[culprit]);
        },
      ),
    );
  });

  it("says which merges could not be told apart", () => {
    const merges = shas(4);
    const { step } = bisect(merges, (index) => (index === 0 ? "good" : "untestable"));
    expect(step).toEqual({ kind: "narrowed", candidates: merges.slice(1) });
  });

  it("searches before the first bad merge when a later one was good again", () => {
    const merges = shas(5);
    const verdicts = new Map<string, MergeVerdict>([
      [merges[1] ?? "", "bad"],
      [merges[3] ?? "", "good"],
    ]);
    expect(nextBisectStep(merges, verdicts)).toEqual({ kind: "run", sha: merges[0] });
  });
});
