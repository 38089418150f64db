import type { TaskId } from "../../domain/ids.js";
import type { PendingComment } from "../../engine/factory-state.js";
import type { Situation } from "../../engine/situation.js";
import { planNote, planNoteKey } from "./plan-note.js";

/** Posts the warnings about a locked plan in the task's pull request. */
export function planWarningsNote({ state }: Situation, taskId: TaskId): PendingComment[] {
  const { plan = null, plan_warnings: warnings = [], modules = [] } = state.work[taskId] ?? {};
  const issue = state.project?.tasks[taskId]?.pull_request ?? null;
  if (plan === null || warnings.length === 0 || issue === null) return [];
  return [{ key: planNoteKey(plan), issue, body: planNote({ taskId, plan, modules, warnings }), answers: null }];
}
