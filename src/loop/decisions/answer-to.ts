import { isOutline } from "../../domain/decisions/revised-plan.js";
import type { Resolved } from "./resolution-files.js";

/** What a resolution sets going, told to whoever gave it. */
export function answerTo({ task_id, resolution, identities }: Resolved): string {
  switch (resolution.action) {
    case "APPROVE_OVERRIDE":
      return `${task_id} goes on to ship without further debate. The gates still apply, and your rationale is kept.`;
    case "AMEND_SPEC":
      return `${task_id} has your acceptance criteria now; the old ones stay in its history. It starts afresh when its turn comes.`;
    case "SPLIT_TASK":
      return `${task_id} is replaced by ${identities.map(({ task_id: part }) => part).join(", ")}. Whoever needed it needs all of them now.`;
    case "REVISE_PLAN":
      return isOutline(resolution.revised_micro_plan)
        ? `${task_id} starts over: it is planned along your division into ${resolution.revised_micro_plan.length} modules.`
        : `${task_id} starts over from your plan. It is validated and locked first.`;
    case "PROVIDE_FIX":
      return `Your fix of ${task_id} is committed to its branch, gated, and then judged by the Challenger and the Arbiter.`;
    case "PROVIDE_PUSHED_FIX":
      return `Your commits up to ${resolution.head.slice(0, 7)} are read as a fix of ${task_id}, gated, and then judged by the Challenger and the Arbiter.`;
    case "ABANDON_TASK":
      return `${task_id} is abandoned. Tasks that depend on it stay blocked until you amend, split or abandon them.`;
    case "RETRY_TASK":
      return `${task_id} is done again as it stands, when its turn comes.`;
    default:
      return resolution satisfies never;
  }
}
