import { z } from "zod";

/** Everything that can go wrong while a task is worked on (seed 004, 2.4). */
export const FailureType = z.enum([
  "parse-error",
  "test-regression",
  "test-flake",
  "test-preexisting",
  "tool-timeout",
  "budget-threshold",
  "review-max-retries",
  "validation-failure",
  "impl-crash",
]);
export type FailureType = z.infer<typeof FailureType>;

/** What the loop does about it. */
export const FailureAction = z.enum([
  "auto-retry",
  "warn-continue",
  "ignore",
  "stop-show-diff",
  "retry-then-escalate",
  "checkpoint",
  "escalate",
]);
export type FailureAction = z.infer<typeof FailureAction>;

export const DEFAULT_FAILURE_ACTIONS: Readonly<Record<FailureType, FailureAction>> = {
  "parse-error": "auto-retry",
  "test-regression": "stop-show-diff",
  "test-flake": "warn-continue",
  "test-preexisting": "ignore",
  "tool-timeout": "retry-then-escalate",
  "budget-threshold": "checkpoint",
  "review-max-retries": "escalate",
  "validation-failure": "retry-then-escalate",
  "impl-crash": "retry-then-escalate",
};

/** The repository's own choices, from its configuration. */
export const FailureActionOverrides = z.partialRecord(FailureType, FailureAction);
export type FailureActionOverrides = z.infer<typeof FailureActionOverrides>;

export function resolveFailureAction(type: FailureType, overrides: FailureActionOverrides = {}): FailureAction {
  return overrides[type] ?? DEFAULT_FAILURE_ACTIONS[type];
}
