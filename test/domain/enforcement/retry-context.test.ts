import { describe, expect, it } from "vitest";
import { firstAttempt, RetryContext } from "../../../src/domain/enforcement/retry-context.js";
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
    expect(treeFor(kind, false)).toBe(tree);
  });

  it("keeps files whose own tests pass, also for a fresh attempt", () => {
    expect(treeFor("fresh-attempt", true)).toBe("keep");
  });
});
