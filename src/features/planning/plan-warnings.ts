import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { isFinished } from "../spec/reduce-product.js";
import { planNote, planNoteKey } from "./plan-note.js";

/** Posts the warnings about a locked plan in the task's pull request, once. */
export function detectPlanWarnings({ state, now: at }: Situation): FactoryEvent[] {
  if (isFinished(state)) return [];
  return Object.entries(state.work).flatMap(([taskId, { plan, plan_warnings: warnings = [], modules }]) => {
    const issue = state.project?.tasks[taskId]?.pull_request ?? null;
    if (plan === null || warnings.length === 0 || issue === null || state.noted.includes(planNoteKey(plan))) return [];
    const body = planNote({ taskId, plan, modules, warnings });
    return [{ kind: "person-asked", at, note: { key: planNoteKey(plan), issue, body, answers: null } }];
  });
}
