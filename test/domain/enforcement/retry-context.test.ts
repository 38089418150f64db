import { describe, expect, it } from "vitest";
import { firstAttempt, nextAttempt, RetryContext } from "../../../src/domain/enforcement/retry-context.js";
import { retryKindFor, treeFor } from "../../../src/domain/enforcement/retry-kind.js";
import { aViolation } from "../../support/violation.js";

describe("RetryContext", () => {
  it.each([
    ["a first attempt", { attempt: 1, max_attempts: 3, previous_violations: [] }, true],
    ["a last attempt", { attempt: 3, max_attempts: 3, previous_violations: [aViolation()] }, true],
    ["attempt 0", { attempt: 0, max_attempts: 3, previous_violations: [] }, false],
    ["one attempt too many", { attempt: 4, max_attempts: 3, previous_violations: [aViolation()] }, false],
    ["four allowed attempts", { attempt: 1, max_attempts: 4, previous_violations: [] }, false],
    ["a first attempt with a past", { attempt: 1, max_attempts: 3, previous_violations: [aViolation()] }, false],
    ["a retry without a reason", { attempt: 2, max_attempts: 3, previous_violations: [] }, false],
  ])("%s", (_, context, valid) => {
    expect(RetryContext.safeParse(context).success).toBe(valid);
  });
});

describe("attempts", () => {
  it("start at one with nothing to answer for", () => {
    expect(firstAttempt(3)).toEqual({ attempt: 1, max_attempts: 3, previous_violations: [] });
  });

  it("answer for the last attempt's violations alone", () => {
    const second = { attempt: 2, max_attempts: 3, previous_violations: [aViolation({ message: "old" })] };
    expect(nextAttempt(second, [aViolation({ message: "new" })])).toEqual({
      ok: true,
      value: { attempt: 3, max_attempts: 3, previous_violations: [aViolation({ message: "new" })] },
    });
  });

  it.each([
    [1, 3, true],
    [2, 3, true],
    [3, 3, false],
    [1, 1, false],
  ])("end with the budget: %i of %i", (attempt, max_attempts, ok) => {
    const outcome = nextAttempt({ attempt, max_attempts, previous_violations: [] }, [aViolation()]);
    expect(outcome.ok).toBe(ok);
    if (!outcome.ok) expect(outcome.refusal.code).toBe("attempts-exhausted");
  });

  it("are not repeated for nothing", () => {
    expect(nextAttempt(firstAttempt(3), [])).toMatchObject({ ok: false, refusal: { code: "nothing-to-retry" } });
  });
});

describe("the kind of a retry", () => {
  it.each([
    [["STRICT_COMPILATION"], false, "automatic-fix"],
    [["build"], false, "automatic-fix"],
    [["STRICT_COMPILATION", "PRODUCTION_BUILD_PASS"], false, "automatic-fix"],
    [["STRICT_COMPILATION"], true, "fresh-attempt"],
    [["STRICT_COMPILATION", "TASK_TEST_PASSES"], false, "fresh-attempt"],
    [["TASK_TEST_PASSES"], false, "fresh-attempt"],
    [[], false, "fresh-attempt"],
  ])("after %j, automatic fix used %s: %s", (checks, used, kind) => {
    expect(retryKindFor(checks, used)).toBe(kind);
  });

  it.each([
    ["automatic-fix", "keep"],
    ["revision", "keep"],
    ["fresh-attempt", "restore-red-commit"],
  ] as const)("%s: %s", (kind, tree) => {
    expect(treeFor(kind)).toBe(tree);
  });
});
