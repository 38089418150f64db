import { describe, expect, it } from "vitest";
import { type AssertionResult, TO_BE_JUDGED } from "../../../src/domain/enforcement/assertion-result.js";
import { awaitsJudge, semanticFailures, withVerdicts } from "../../../src/features/gate-runs/semantic-results.js";

function semantic(criterion: string, changes: Partial<AssertionResult> = {}): AssertionResult {
  return {
    assertion: { type: "assert", condition: "c", message: "m", check: { type: "semantic", target: "a.ts", criterion } },
    passed: false,
    tier: "judge",
    expected: criterion,
    error: TO_BE_JUDGED,
    ...changes,
  };
}
const { error: _error, ...held } = semantic("one", { passed: true, actual: "by line 1" });

describe("semantic assertions", () => {
  it("wait for the judge, and no others do", () => {
    expect(awaitsJudge(semantic("one"))).toBe(true);
    expect(awaitsJudge(semantic("one", { error: "the judge gave no answer" }))).toBe(false);
    expect(awaitsJudge(held)).toBe(false);
    expect(awaitsJudge(semantic("one", { tier: 3 }))).toBe(false);
  });

  it("get the judge's verdicts, each its own, in any order", () => {
    const shown = withVerdicts([semantic("two"), semantic("one")], [held]);
    expect(shown).toEqual([semantic("two"), held]);
  });

  it("block if they are asserted and do not hold, and only then", () => {
    const failed = semantic("two", { error: "the judge gave no answer" });
    const suggested = { ...failed, assertion: { ...failed.assertion, type: "suggest" as const } };
    expect(semanticFailures([held, suggested])).toEqual([]);
    expect(semanticFailures([held, failed])).toEqual([
      {
        validator: "assertion semantic",
        message: "m: expected two, the judge says: the judge gave no answer",
        fix: "m",
      },
    ]);
  });
});
