import type { TaskId } from "../../domain/ids.js";
import { reactionTo } from "../../domain/validation/taxonomy.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { type BudgetLimits, type CheckpointTrigger, dueCheckpoint } from "./checkpoint.js";
import type { BrokenBy } from "./checkpoint-card.js";

/** The limits in force: those of `/factory budget`, or the configuration's. */
export function limitsOf({ state, config }: Pick<Situation, "state" | "config">): BudgetLimits {
  const { warn_usd, hard_usd } = config.budgets;
  return state.checkpoint.limits ?? { warn_usd, hard_usd };
}

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

/** Tasks that broke what other tasks had shipped. Only this failure concerns more than its own task. */
function failures({ state }: Pick<Situation, "state">): { readonly task_id: TaskId; readonly escalation: string }[] {
  return Object.entries(state.work).flatMap(([task_id, { stage }]) =>
    stage.stage === "halted" && stage.cause.kind === "test-regression"
      ? [{ task_id, escalation: stage.escalation }]
      : [],
  );
}

/** The tasks that the open checkpoint reports, as far as they are still halted. */
export function failedTasks({ state }: Pick<Situation, "state">): BrokenBy[] {
  const { open, record } = state.checkpoint;
  const brought = open?.failed ?? [record.failed_run];
  return failures({ state }).flatMap(({ task_id, escalation }) => {
    if (!brought.includes(escalation)) return [];
    const { task: title = "", pull_request = null } = state.project?.tasks[task_id] ?? {};
    return [{ task_id, title, pull_request }];
  });
}
