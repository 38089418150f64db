import { describe, expect, it } from "vitest";
import { AssertionResult, unknownCheckResult } from "../../../src/domain/enforcement/assertion-result.js";
import { anAssertionResult } from "../../support/assertion-result.js";

describe("AssertionResult", () => {
  it.each([
    ["passed", anAssertionResult(), true],
    ["failed", anAssertionResult({ passed: false, expected: "a", actual: "b" }), true],
    ["failed with an error", anAssertionResult({ passed: false, error: "could not parse" }), true],
    ["passed with an error", anAssertionResult({ error: "could not parse" }), false],
  ])("%s", (_, result, valid) => {
    expect(AssertionResult.safeParse(result).success).toBe(valid);
  });

  it.each([
    [1, true],
    [2, true],
    [3, true],
    ["judge", true],
    [0, false],
    [4, false],
  ])("tier %s: %s", (tier, valid) => {
    expect(AssertionResult.safeParse({ ...anAssertionResult(), tier }).success).toBe(valid);
  });
});

describe("an unknown check type", () => {
  const { assertion } = anAssertionResult();
  const result = unknownCheckResult({ ...assertion, check: { type: "telepathy" } });

  it("is an error, not a pass", () => {
    expect(result).toMatchObject({ passed: false, error: 'unknown check type "telepathy"' });
  });

  it("can be recorded as it was written", () => {
    expect(AssertionResult.safeParse(result).success).toBe(true);
  });
});
