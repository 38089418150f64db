import { describe, expect, it } from "vitest";
import { FailureAction, FailureType, resolveFailureAction } from "../../../src/domain/validation/taxonomy.js";

describe("resolveFailureAction", () => {
  it.each([
    ["parse-error", "auto-retry"],
    ["test-regression", "stop-show-diff"],
    ["test-flake", "warn-continue"],
    ["test-preexisting", "ignore"],
    ["tool-timeout", "retry-then-escalate"],
    ["budget-threshold", "checkpoint"],
    ["review-max-retries", "escalate"],
    ["validation-failure", "retry-then-escalate"],
    ["impl-crash", "retry-then-escalate"],
  ] as const)("%s: %s", (type, action) => {
    expect(resolveFailureAction(type)).toBe(action);
  });

  it("has nine types and seven actions", () => {
    expect(FailureType.options).toHaveLength(9);
    expect(FailureAction.options).toHaveLength(7);
  });

  it("prefers the repository's own choice, for that type alone", () => {
    const overrides = { "test-flake": "escalate" } as const;
    expect(resolveFailureAction("test-flake", overrides)).toBe("escalate");
    expect(resolveFailureAction("test-regression", overrides)).toBe("stop-show-diff");
  });
});
