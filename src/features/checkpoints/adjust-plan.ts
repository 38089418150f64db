import type { TaskId } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { TaskState } from "../tasks/board/project-state.js";
import type { ProjectView, StateChange } from "../tasks/board/project-view.js";
import type { AdjustmentEntry, PlanAdjustment } from "./adjustment.js";
import { adjustmentProblems } from "./adjustment-problems.js";

/**
 * Drops, skips, cuts and reorders waiting tasks, all or nothing. Dropped and skipped tasks become ABANDONED with a
 * reason and stay in the state. The order is people's `priority`, never `declaration_order`
 * (decisions.md#the-order-of-tasks).
 */
export function adjustPlan(view: ProjectView, adjustment: PlanAdjustment): Outcome<StateChange> {
  const problems = adjustmentProblems(view, adjustment);
  if (problems.length > 0) {
    const message = problems.map((problem) => problem.message).join("\n");
    return refuse("adjustment-refused", `Nothing was adjusted:\n${message}`, { problems });
  }
  const tasks = new Map<TaskId, TaskState>();
  for (const [id, edit] of adjustment.flatMap((entry) => editsOf(view, entry))) {
    const task = tasks.get(id) ?? view.task(id);
    if (task !== undefined) tasks.set(id, edit(task));
  }
  return accept({ tasks });
}

type Edit = (task: TaskState) => TaskState;

function editsOf(view: ProjectView, entry: AdjustmentEntry): [TaskId, Edit][] {
  if ("drop" in entry) return [[entry.drop, giveUp(`dropped: ${entry.reason}`)]];
  if ("skip" in entry) return [[entry.skip, giveUp(`skipped: ${entry.reason}`)]];
  if ("cut" in entry) {
    const keeps = (dependency: TaskId) => dependency !== entry.from;
    return [[entry.cut, (task) => ({ ...task, depends_on: task.depends_on.filter(keeps) })]];
  }
  const first = firstPriority(view, entry.reorder);
  return entry.reorder.map((id, index) => [id, (task) => ({ ...task, priority: first + index })]);
}

function giveUp(abandoned_reason: string): Edit {
  return (task) => ({ ...task, status: "ABANDONED", abandoned_reason });
}

/** Lower than every waiting task that is not listed, so that those need no new number and diffs stay small. */
function firstPriority(view: ProjectView, listed: readonly TaskId[]): number {
  const moving = new Set(listed);
  const staying = [...view.withStatus("PENDING"), ...view.withStatus("BLOCKED")].filter((id) => !moving.has(id));
  const lowest = staying.reduce((least, id) => Math.min(least, view.task(id)?.priority ?? 0), 0);
  return lowest - listed.length;
}
