import { z } from "zod";
import { Role } from "../../artifacts/producer.js";
import { CallOutcome } from "../../artifacts/usage-ledger.js";
import { MeaningfulText } from "../../contract/meaningful-text.js";
import { countOf } from "../count-of.js";
import { defineCause } from "../define-cause.js";

// A model gave nothing usable, or may not be asked any more.

export const answerInvalid = defineCause({
  kind: "answer-invalid",
  reach: "task",
  evidence: { role: Role, errors: z.array(MeaningfulText).min(1) },
  recommended: "RETRY_TASK",
  decision: ({ role }) =>
    `Decide whether the ${role} is asked afresh: three answers in a row did not have the required form.`,
  failed: ({ role, errors }) =>
    errors.map((error) => ({ invariant: `The ${role}'s answer has the required form`, evidence: error })),
});

export const callFailed = defineCause({
  kind: "call-failed",
  reach: "task",
  evidence: {
    role: Role,
    model: MeaningfulText,
    outcome: CallOutcome.exclude(["answered", "invalid"]),
    attempts: z.int().min(1),
    last_error: MeaningfulText,
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

const spent = { limit: z.number().min(0), used: z.number().min(0), unknown_cost_calls: z.int().min(0) };

export const projectBudgetExhausted = defineCause({
  kind: "project-budget-exhausted",
  reach: "project",
  evidence: spent,
  recommended: "RETRY_TASK",
  decision: ({ limit, used }) =>
    `Raise the project's limit of ${limit} USD and retry, or stop here: ${used} USD are used.`,
  failed: (spending) => [
    { invariant: "The project stays within its limit", evidence: describeSpending("USD", spending) },
  ],
});

export const taskBudgetExhausted = defineCause({
  kind: "task-budget-exhausted",
  reach: "task",
  evidence: { unit: z.enum(["USD", "calls"]), ...spent },
  recommended: "RETRY_TASK",
  decision: ({ unit, limit, used }) =>
    `Raise the task's limit of ${limit} ${unit} and retry, or split it: ${used} ${unit} are used.`,
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

export const noProgress = defineCause({
  kind: "no-progress",
  reach: "project",
  evidence: { cycles: z.int().min(1), since: MeaningfulText },
  recommended: "RETRY_TASK",
  decision: ({ cycles }) =>
    `Look at what keeps the work from moving, then retry or abandon: ${cycles} cycles changed nothing.`,
  failed: ({ cycles, since }) => [
    { invariant: "Every cycle brings the work forward", evidence: `${cycles} cycles without progress since ${since}` },
  ],
});
