import type { TaskId } from "../../domain/ids.js";
import { reactionTo } from "../../domain/validation/taxonomy.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { type CheckpointTrigger, dueCheckpoint } from "./checkpoint.js";
import type { BrokenBy } from "./checkpoint-card.js";
import { limitsOf } from "./limits-of.js";

/** Detects that a person must decide before more questions are asked or tasks started (requirements.md#checkpoints). */
export function detectCheckpoint(situation: Situation): FactoryEvent[] {
  const { state, config, now } = situation;
  const { project, checkpoint } = state;
  if (project?.status !== "ACTIVE" || checkpoint.open !== null) return [];
  const tasks = Object.values(project.tasks);
  const isOver = tasks.every(({ status }) => status === "SHIPPED" || status === "ABANDONED");
  const { triggers, record, failed } = dueCheckpoint(checkpoint.record, {
    spent_usd: state.spent.project.known_usd,
    limits: limitsOf(situation),
    finished_tasks: tasks.filter(({ status }) => status === "SHIPPED").length,
    every_tasks: config.execution_mode === "checkpoint" && !isOver ? 1 : null,
    failed_runs: failures(situation).map(({ escalation }) => escalation),
    chosen_runs: failures(situation).flatMap(({ escalation, chosen }) => (chosen ? [escalation] : [])),
  });
  // A hard limit is not a threshold: the project continues only after it was raised.
  const goesOn = reactionTo("budget-threshold", config.failure_actions) === "go-on";
  const due = triggers.filter((trigger) => !goesOn || !THRESHOLDS.has(trigger));
  if (due.length === 0) return [];
  const reached = due.includes("budget-exhausted") ? { hard_usd: limitsOf(situation).hard_usd } : {};
  const broken = failed.length === 0 ? {} : { failed: [...failed] };
  return [{ kind: "checkpoint-reached", at: now, triggers: due, record, ...reached, ...broken }];
}

const THRESHOLDS: ReadonlySet<CheckpointTrigger> = new Set(["budget-warning", "budget-critical"]);

type Failure = { readonly task_id: TaskId; readonly escalation: string; readonly chosen: boolean };

/**
 * Tasks that broke what other tasks had shipped: that failure concerns more than its own task. And those whose failure is
 * a checkpoint by `failure_actions`.
 */
function failures({ state }: Pick<Situation, "state">): Failure[] {
  return Object.entries(state.work).flatMap(([task_id, { stage }]) => {
    if (stage.stage !== "halted") return [];
    const chosen = stage.failure?.action === "checkpoint";
    return chosen || stage.cause.kind === "test-regression" ? [{ task_id, escalation: stage.escalation, chosen }] : [];
  });
}

/** The tasks that the open checkpoint reports, as far as they are still halted. */
export function failedTasks({ state }: Pick<Situation, "state">): BrokenBy[] {
  const { open, record } = state.checkpoint;
  const brought = open?.failed ?? [record.failed_run];
  return failures({ state }).flatMap(({ task_id, escalation, chosen }) => {
    if (!brought.includes(escalation)) return [];
    const { task: title = "", pull_request = null } = state.project?.tasks[task_id] ?? {};
    return [{ task_id, title, pull_request, chosen }];
  });
}
