import { z } from "zod";
import { Role } from "../../../../domain/artifacts/producer.js";
import { CallOutcome } from "../../../../domain/artifacts/usage-ledger.js";
import { countOf } from "../count-of.js";
import { defineCause } from "../define-cause.js";
import { leftOut, unlisted } from "../left-out.js";
import { OutsideText } from "../outside-text.js";

// A model gave no usable answer, or must not be asked any more.

export const answerInvalid = defineCause({
  kind: "answer-invalid",
  reach: "task",
  evidence: { role: Role, errors: z.array(OutsideText).min(1), ...leftOut },
  recommended: "RETRY_TASK",
  decision: ({ role }) => `Decide whether the ${role} is asked afresh: none of its answers had the required form.`,
  failed: ({ role, errors, left_out }) => {
    const invariant = `The ${role}'s answer has the required form`;
    return [...errors.map((evidence) => ({ invariant, evidence })), ...unlisted(invariant, left_out)];
  },
});

export const callFailed = defineCause({
  kind: "call-failed",
  reach: "task",
  evidence: {
    role: Role,
    model: OutsideText,
    outcome: CallOutcome.exclude(["answered", "invalid", "lost"]),
    attempts: z.int().min(1),
    last_error: OutsideText,
  },
  recommended: "RETRY_TASK",
  decision: ({ role, model, outcome }) =>
    outcome === "refused"
      ? `Change what the task asks for, or the model of the ${role}: ${model} refuses to do it.`
      : `Retry when ${model} works again, or give the ${role} another model.`,
  failed: ({ role, outcome, attempts, last_error }) => [
    { invariant: `The ${role} can be asked`, evidence: `${outcome} after ${attempts} attempts: ${last_error}` },
  ],
});

/** The App itself broke, the same way each time. */
export const jobFailed = defineCause({
  kind: "job-failed",
  reach: "task",
  evidence: { job: OutsideText, times: z.int().min(1), last_error: OutsideText },
  recommended: "RETRY_TASK",
  decision: ({ job, times }) =>
    `Retry when the cause is mended, or change what the task asks for: the job ${job} failed ${times} times with the same error.`,
  failed: ({ job, times, last_error }) => [
    { invariant: `The job ${job} can be done`, evidence: `failed ${times} times: ${last_error}` },
  ],
});

const spent = { limit: z.number().min(0), used: z.number().min(0), unknown_cost_calls: z.int().min(0) };

/** The fields of the configuration. */
export const TASK_LIMITS = {
  USD: "budgets.per_task_usd",
  calls: "budgets.max_calls_per_task",
  comments: "budgets.max_comments_per_task",
} as const;

export const taskBudgetExhausted = defineCause({
  kind: "task-budget-exhausted",
  reach: "task",
  evidence: { unit: z.enum(["USD", "calls", "comments"]), ...spent },
  // A retry would halt at once, because money and calls that are used up stay used up. The parts of a split start from zero.
  recommended: "SPLIT_TASK",
  decision: ({ unit, limit, used }) =>
    unit === "comments"
      ? `Split the task, or retry: it may write ${limit} more then. ${used} of its ${limit} comments (${TASK_LIMITS.comments}) are used.`
      : `Split the task, or raise ${TASK_LIMITS[unit]} in .factory/config.yml and retry: ${used} of its ${limit} ${unit} are used.`,
  failed: ({ unit, ...spending }) => [
    { invariant: "The task stays within its limit", evidence: describeSpending(unit, spending) },
  ],
});

function describeSpending(
  unit: string,
  { limit, used, unknown_cost_calls }: z.infer<z.ZodObject<typeof spent>>,
): string {
  const unknown = unknown_cost_calls === 0 ? "" : `, and ${countOf(unknown_cost_calls, "call")} of unknown cost`;
  return `${used} of ${limit} ${unit} used${unknown}`;
}
