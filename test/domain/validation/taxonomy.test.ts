import { describe, expect, it } from "vitest";
import {
  DEFAULT_FAILURE_ACTIONS,
  FailureAction,
  FailureType,
  possibleActions,
  reactionTo,
  resolveFailureAction,
  whyImpossible,
} from "../../../src/domain/validation/taxonomy.js";

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

describe("what can be done about a failure", () => {
  it.each<[FailureType, FailureAction[]]>([
    ["parse-error", ["ignore", "warn-continue"]],
    ["impl-crash", ["ignore", "warn-continue"]],
    ["tool-timeout", ["ignore", "warn-continue"]],
    ["validation-failure", ["ignore", "warn-continue"]],
    ["review-max-retries", ["auto-retry", "warn-continue", "ignore", "retry-then-escalate"]],
    ["budget-threshold", ["auto-retry", "retry-then-escalate"]],
    ["test-regression", []],
    ["test-flake", []],
    ["test-preexisting", []],
  ])("%s: everything but %j", (type, impossible) => {
    const possible = possibleActions(type);
    expect(FailureAction.options.filter((action) => !possible.includes(action)).sort()).toEqual(impossible.sort());
    for (const action of impossible) expect(whyImpossible(type, action)).toMatch(/\w/);
  });

  it("includes every default", () => {
    for (const type of FailureType.options) expect(possibleActions(type)).toContain(DEFAULT_FAILURE_ACTIONS[type]);
  });

  it.each<[FailureAction, string]>([
    ["ignore", "go-on"],
    ["warn-continue", "go-on"],
    ["auto-retry", "retry"],
    ["retry-then-escalate", "retry"],
    ["stop-show-diff", "ask-a-person"],
    ["checkpoint", "ask-a-person"],
    ["escalate", "ask-a-person"],
  ])("%s is to %s", (action, reaction) => {
    expect(reactionTo("test-flake", { "test-flake": action })).toBe(reaction);
  });
});
