import type { TaskId } from "../../domain/ids.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { limitsOf } from "../checkpoints/limits-of.js";
import type { HaltCause } from "../halts/escalation/causes.js";
import { commentLimitReached, writtenFor } from "../inbox/comment-limit.js";
import type { TaskWork } from "../modules/task-work.js";
import { tasksInWork } from "../modules/work-situation.js";
import { limitReached } from "./spending-check.js";

type LimitCause = Extract<HaltCause, { kind: "task-budget-exhausted" }>;

/** Halts a task that has used up its own limit before its next question is asked (decisions.md#caps). */
export function detectSpending(situation: Situation): FactoryEvent[] {
  const { now } = situation;
  return tasksInWork(situation).flatMap(({ taskId, work }): FactoryEvent[] => {
    if (work.halting !== null || !isAsking(work)) return [];
    const cause = taskLimitReached(situation, taskId);
    if (cause === undefined) return [];
    return [{ kind: "work-updated", at: now, task_id: taskId, event: { kind: "work-failed", cause } }];
  });
}

/** The task's limit that leaves no room for another question. */
function taskLimitReached(situation: Situation, task: TaskId): LimitCause | undefined {
  return spendingLimitReached(situation, task) ?? allSaid(situation, task);
}

/** The limit of money or calls. A decision of a person does not raise it, as it does that of comments. */
export function spendingLimitReached(situation: Situation, task: TaskId): LimitCause | undefined {
  const { state, config } = situation;
  const limits = { budgets: config.budgets, project: limitsOf(situation) };
  const reached = limitReached(state.spent, { task, estimate_usd: null }, limits);
  return reached?.of === "task" ? reached.cause : undefined;
}

/** The task has reached its limit of comments. The next answer could not be posted, so the question is not asked. */
function allSaid({ state, config }: Situation, task: TaskId): LimitCause | undefined {
  if (!commentLimitReached({ state, config }, task)) return undefined;
  const { max_comments_per_task: limit } = config.budgets;
  const used = writtenFor(state, task);
  return { kind: "task-budget-exhausted", unit: "comments", limit, used, unknown_cost_calls: 0 };
}

function isAsking({ stage, modules }: TaskWork): boolean {
  if (stage.stage === "planning" || stage.stage === "reviewing-plan") return true;
  return stage.stage === "building" && modules.some(({ step }) => step.step === "asking");
}
