import { z } from "zod";

/** Everything that can go wrong while a task is worked on (requirements.md#failure-taxonomy). */
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

/** The result of an action. Every action that asks a person posts a card with the known facts. */
export type Reaction = "go-on" | "retry" | "ask-a-person";

const REACTIONS: Readonly<Record<FailureAction, Reaction>> = {
  ignore: "go-on",
  "warn-continue": "go-on",
  "auto-retry": "retry",
  "retry-then-escalate": "retry",
  "stop-show-diff": "ask-a-person",
  checkpoint: "ask-a-person",
  escalate: "ask-a-person",
};

export function reactionOf(action: FailureAction): Reaction {
  return REACTIONS[action];
}

/**
 * What the loop does about a failure of this kind in this repository. Retries stay within the retry budget
 * (decisions.md#one-retry-budget).
 */
export function reactionTo(type: FailureType, overrides: FailureActionOverrides = {}): Reaction {
  return reactionOf(resolveFailureAction(type, overrides));
}

/** Actions that are impossible for a kind of failure, and why. Such a choice is refused instead of ignored. */
const IMPOSSIBLE: Readonly<Partial<Record<FailureType, Partial<Record<Reaction, string>>>>> = {
  "parse-error": { "go-on": "without an answer there is nothing to go on with" },
  "impl-crash": { "go-on": "without an answer there is nothing to go on with" },
  "tool-timeout": { "go-on": "a run without a verdict proves nothing" },
  "validation-failure": {
    "go-on": "work that fails a gate is not merged; a single step is made optional in gates.overrides",
  },
  "review-max-retries": {
    "go-on": "work that was never approved is not merged",
    retry: "the revisions that retries.revisions allows have been made",
  },
  "budget-threshold": { retry: "what is spent is spent" },
};

export function whyImpossible(type: FailureType, action: FailureAction): string | undefined {
  return IMPOSSIBLE[type]?.[reactionOf(action)];
}

/** The actions that can be chosen for this kind. */
export function possibleActions(type: FailureType): FailureAction[] {
  return FailureAction.options.filter((action) => whyImpossible(type, action) === undefined);
}

export function resolveFailureAction(type: FailureType, overrides: FailureActionOverrides = {}): FailureAction {
  return overrides[type] ?? DEFAULT_FAILURE_ACTIONS[type];
}
