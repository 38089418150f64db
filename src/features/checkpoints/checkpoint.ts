import { z } from "zod";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";

/** Why a person is asked, most urgent first (requirements.md#checkpoints). */
export const CheckpointTrigger = z.enum([
  "budget-exhausted",
  "calls-exhausted",
  "budget-critical",
  "no-progress",
  "test-failure",
  "chosen-failure",
  "budget-warning",
  "scheduled",
]);
export type CheckpointTrigger = z.infer<typeof CheckpointTrigger>;

/** A person is asked at this share of the hard limit, before it is reached (requirements.md#checkpoints). */
const CRITICAL_SHARE = 0.9;

/** What was reported to a person already, so that each thing is reported once. */
export const CheckpointRecord = z.strictObject({
  fired: z.array(z.enum(["budget-warning", "budget-critical", "budget-exhausted"])),
  /** Finished tasks at the last scheduled checkpoint. */
  scheduled_at: z.int().min(0),
  /** The failure that was reported last. */
  failed_run: z.string().min(1).nullable(),
  /** Other failures that were reported and still exist; absent while there are none. */
  failed_before: z.array(z.string().min(1)).min(1).optional(),
});
export type CheckpointRecord = z.infer<typeof CheckpointRecord>;

export const NO_CHECKPOINT_YET: CheckpointRecord = { fired: [], scheduled_at: 0, failed_run: null };

/** The two amounts of the configuration, or those that `/factory budget` has set. */
export const BudgetLimits = z.strictObject({ warn_usd: z.number().min(0), hard_usd: z.number().min(0) });
export type BudgetLimits = z.infer<typeof BudgetLimits>;

/** The input of the checkpoint rules. */
export type CheckpointFacts = {
  readonly spent_usd: number;
  readonly limits: BudgetLimits;
  readonly finished_tasks: number;
  /** A checkpoint after this many finished tasks; null if it is switched off. */
  readonly every_tasks: number | null;
  /** Every failure that exists now. */
  readonly failed_runs: readonly string[];
  /** Those among them that are a checkpoint because `failure_actions` says so. */
  readonly chosen_runs: readonly string[];
};

/** The triggers that are due now, their failures, and the record afterwards. The list is empty if none is due. */
export function dueCheckpoint(
  record: CheckpointRecord,
  facts: CheckpointFacts,
): {
  readonly triggers: CheckpointTrigger[];
  readonly failed: readonly string[];
  readonly record: CheckpointRecord;
} {
  const crossed = crossedThresholds(facts.spent_usd, facts.limits).filter((name) => !record.fired.includes(name));
  const scheduled = facts.every_tasks !== null && facts.finished_tasks - record.scheduled_at >= facts.every_tasks;
  const brought = [...(record.failed_before ?? []), ...(record.failed_run === null ? [] : [record.failed_run])];
  const failed = facts.failed_runs.filter((run) => !brought.includes(run));
  const due = new Set<CheckpointTrigger>(crossed);
  if (failed.some((run) => !facts.chosen_runs.includes(run))) due.add("test-failure");
  if (failed.some((run) => facts.chosen_runs.includes(run))) due.add("chosen-failure");
  if (scheduled) due.add("scheduled");
  return {
    triggers: CheckpointTrigger.options.filter((trigger) => due.has(trigger)),
    failed,
    record: {
      fired: [...record.fired, ...crossed],
      scheduled_at: scheduled ? facts.finished_tasks : record.scheduled_at,
      ...failuresAfter([...brought, ...failed], facts.failed_runs),
    },
  };
}

/**
 * Remembers failures that still exist, or they would be reported again after another one. Repaired ones are forgotten.
 */
function failuresAfter(
  brought: readonly string[],
  current: readonly string[],
): Pick<CheckpointRecord, "failed_run" | "failed_before"> {
  const before = brought.slice(0, -1).filter((run) => current.includes(run));
  return { failed_run: brought.at(-1) ?? null, ...(before.length === 0 ? {} : { failed_before: before }) };
}

/**
 * `/factory budget <usd>`: a new hard limit arms the thresholds above the money spent again. Lower ones stay fired,
 * because the person has just seen the cost (decisions.md#checkpoints-fire-once).
 */
export function setBudget(
  record: CheckpointRecord,
  budget: { readonly spent_usd: number; readonly limits: BudgetLimits; readonly hard_usd: number },
): Outcome<{ readonly limits: BudgetLimits; readonly record: CheckpointRecord }> {
  const { spent_usd, limits, hard_usd } = budget;
  if (!Number.isFinite(hard_usd) || hard_usd <= spent_usd) {
    return refuse(
      "budget-too-low",
      `a budget of ${hard_usd} USD is not above the ${spent_usd} USD already spent: give a higher amount`,
      { hard_usd, spent_usd },
    );
  }
  const next = { warn_usd: Math.min(limits.warn_usd, hard_usd), hard_usd };
  return accept({ limits: next, record: { ...record, fired: crossedThresholds(spent_usd, next) } });
}

function crossedThresholds(spent_usd: number, limits: BudgetLimits): CheckpointRecord["fired"] {
  const thresholds = [
    { name: "budget-warning", at: limits.warn_usd },
    { name: "budget-critical", at: limits.hard_usd * CRITICAL_SHARE },
    { name: "budget-exhausted", at: limits.hard_usd },
  ] as const;
  return thresholds.filter(({ at }) => spent_usd >= at).map(({ name }) => name);
}
