import { z } from "zod";
import { MAX_GATE_ATTEMPTS } from "../debate/limits.js";

/** One thing that must be different next time, in words that can be acted on. */
export const Violation = z.strictObject({
  source: z.enum(["assertion", "contract", "build", "gate", "review"]),
  /** The check type or validator code that found the problem. */
  check: z.string().min(1),
  message: z.string().min(1),
  /** Empty when unknown; then the text leaves it out. */
  expected: z.string(),
  actual: z.string(),
});
export type Violation = z.infer<typeof Violation>;

/** A module's progress in its attempts (requirements.md#retry-context). A first attempt has no earlier failures. */
export const RetryContext = z
  .strictObject({
    attempt: z.int().min(1),
    max_attempts: z.int().min(1).max(MAX_GATE_ATTEMPTS),
    previous_violations: z.array(Violation),
  })
  .superRefine(({ attempt, max_attempts, previous_violations }, context) => {
    const say = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    if (attempt > max_attempts) say("attempt", `there are only ${max_attempts} attempts`);
    if (attempt === 1 && previous_violations.length > 0) say("previous_violations", "must be empty on a first attempt");
    if (attempt > 1 && previous_violations.length === 0) say("previous_violations", "must say why a retry is needed");
  });
export type RetryContext = z.infer<typeof RetryContext>;

export function firstAttempt(maxAttempts: number): RetryContext {
  return { attempt: 1, max_attempts: maxAttempts, previous_violations: [] };
}
