import { z } from "zod";
import { TaskId } from "../../domain/ids.js";
import type { Spent } from "../budget/spent.js";
import type { ProjectState, TaskState, TaskStatus } from "../tasks/board/project-state.js";
import { compareRank } from "../tasks/board/task-order.js";
import { ChangedFiles, NO_FILES } from "./changed-files.js";

/**
 * The progress of a project, computed without a model (requirements.md#progress). Every task is counted exactly once.
 */
export const ProgressSummary = z.strictObject({
  tasks_completed: z.int().min(0),
  tasks_remaining: z.int().min(0),
  /** Dropped, skipped or abandoned. */
  tasks_skipped: z.int().min(0),
  /** Split: their parts are counted instead. */
  tasks_superseded: z.int().min(0),
  cumulative_cost_usd: z.number().min(0),
  /** Calls of models without a price. With them the cost is a lower bound. */
  unknown_cost_calls: z.int().min(0),
  /** null is "unknown": no task has finished yet and there is no forecast. */
  estimated_remaining_cost_usd: z.number().min(0).nullable(),
  fix_cycles: z.int().min(0),
  /** By commits of the App, in the order of their first change. */
  changed_files: ChangedFiles,
  current_tasks: z.array(z.strictObject({ task_id: TaskId, title: z.string() })),
});
export type ProgressSummary = z.infer<typeof ProgressSummary>;

/** The input of the summary beside the project's state. */
export type ProgressFacts = {
  readonly spent: Pick<Spent["project"], "known_usd" | "unknown_cost_calls">;
  readonly forecast_usd: number | null;
  readonly fix_cycles: number;
  readonly changed_files?: ChangedFiles;
};

const REMAINING: ReadonlySet<TaskStatus> = new Set(["PENDING", "IN_PROGRESS", "HALTED", "BLOCKED"]);

export function computeProgressSummary(state: Pick<ProjectState, "tasks">, facts: ProgressFacts): ProgressSummary {
  const tasks = Object.values(state.tasks);
  const countOf = (belongs: (task: TaskState) => boolean) => tasks.filter(belongs).length;
  const completed = countOf(({ status }) => status === "SHIPPED");
  const remaining = countOf(({ status }) => REMAINING.has(status));
  return {
    tasks_completed: completed,
    tasks_remaining: remaining,
    tasks_skipped: countOf(({ status, superseded_by }) => status === "ABANDONED" && superseded_by.length === 0),
    tasks_superseded: countOf(({ status, superseded_by }) => status === "ABANDONED" && superseded_by.length > 0),
    cumulative_cost_usd: facts.spent.known_usd,
    unknown_cost_calls: facts.spent.unknown_cost_calls,
    estimated_remaining_cost_usd: estimateRemaining({ completed, remaining, ...facts }),
    fix_cycles: facts.fix_cycles,
    changed_files: facts.changed_files ?? NO_FILES,
    current_tasks: Object.entries(state.tasks)
      .filter(([, { status }]) => status === "IN_PROGRESS")
      .sort(([, a], [, b]) => compareRank(a, b))
      .map(([task_id, { task }]) => ({ task_id, title: task })),
  };
}

/**
 * The average cost of a finished task times the number of remaining tasks; before the first one, the forecast
 * (decisions.md#the-estimate).
 */
function estimateRemaining(known: {
  readonly completed: number;
  readonly remaining: number;
  readonly spent: ProgressFacts["spent"];
  readonly forecast_usd: number | null;
}): number | null {
  if (known.remaining === 0) return 0;
  if (known.completed === 0) return known.forecast_usd;
  if (known.spent.unknown_cost_calls > 0) return null;
  return (known.spent.known_usd / known.completed) * known.remaining;
}
