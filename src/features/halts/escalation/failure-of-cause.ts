import { z } from "zod";
import {
  FailureAction,
  type FailureActionOverrides,
  FailureType,
  resolveFailureAction,
} from "../../../domain/validation/taxonomy.js";
import type { HaltCause, HaltKind } from "./causes.js";

/** The kind of failure behind a halt, and what `failure_actions` does about it (requirements.md#failure-taxonomy). */
export const ChosenAction = z.strictObject({ type: FailureType, action: FailureAction });
export type ChosenAction = z.infer<typeof ChosenAction>;

const TYPES: Readonly<Partial<Record<HaltKind, FailureType>>> = {
  "gates-failing": "validation-failure",
  "branch-failing": "validation-failure",
  "tests-failing": "validation-failure",
  "test-regression": "test-regression",
  "gate-run-failed": "tool-timeout",
  "answer-invalid": "parse-error",
  "call-failed": "impl-crash",
  "debate-rejected": "review-max-retries",
  "plan-review-failed": "review-max-retries",
};

/** Undefined for a halt that is no failure of the taxonomy: it always asks a person. */
export function actionForCause(cause: HaltCause, overrides: FailureActionOverrides): ChosenAction | undefined {
  const type = ("failure_type" in cause ? cause.failure_type : undefined) ?? TYPES[cause.kind];
  return type === undefined ? undefined : { type, action: resolveFailureAction(type, overrides) };
}
