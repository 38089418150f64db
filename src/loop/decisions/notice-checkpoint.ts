import type { Intent } from "../../domain/factory/intent.js";
import { type BudgetLimits, dueCheckpoint } from "../../domain/progress/checkpoint.js";
import type { Situation } from "../situation.js";

/** The limits in force: a person's own, or the configuration's. */
export function limitsOf({ state, config }: Pick<Situation, "state" | "config">): BudgetLimits {
  const { warn_usd, hard_usd } = config.budgets;
  return state.checkpoint.limits ?? { warn_usd, hard_usd };
}

/** Something is due to be brought to a person before more is asked or dispatched (seed 004, 4.2). */
export function noticeCheckpoint(situation: Situation): Intent[] {
  const { state, config, now } = situation;
  const { project, checkpoint } = state;
  if (project?.status !== "ACTIVE" || checkpoint.open !== null) return [];
  const tasks = Object.values(project.tasks);
  const isOver = tasks.every(({ status }) => status === "SHIPPED" || status === "ABANDONED");
  const { triggers, record } = dueCheckpoint(checkpoint.record, {
    spent_usd: state.spent.project.known_usd,
    limits: limitsOf(situation),
    finished_tasks: tasks.filter(({ status }) => status === "SHIPPED").length,
    every_tasks: config.execution_mode === "checkpoint" && !isOver ? 1 : null,
    failed_run: failedRun(situation),
  });
  return triggers.length === 0 ? [] : [{ kind: "checkpoint-reached", at: now, triggers, record }];
}

/** A task whose work broke what others had shipped: the one failure that is about more than its own task. */
function failedRun({ state }: Situation): string | null {
  for (const { stage } of Object.values(state.work)) {
    if (stage.stage === "halted" && stage.cause.kind === "test-regression") return stage.escalation;
  }
  return null;
}
