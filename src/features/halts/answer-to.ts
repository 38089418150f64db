import type { ModuleRef, TaskId } from "../../domain/ids.js";
import { countOf } from "./escalation/count-of.js";
import type { Resolved } from "./resolution/resolution-files.js";
import { isOutline } from "./resolution/revised-plan.js";

/** The reviewers' names in a sentence. */
export const ROLE_NAMES = { challenger: "Challenger", arbiter: "Arbiter" } as const;

/** The task was merged without being judged: only an override is possible, and no work follows. */
export function answerToKept(task: TaskId): string {
  return `${task} is kept as it was merged, and counts as shipped; your rationale is kept. To take it back, say \`/factory undo ${task}\`.`;
}

/** The answer to a person's resolution. `asked`: the modules that a role is asked about next. */
export function answerTo(resolved: Resolved, asked: readonly ModuleRef[]): string {
  const { awaits = [] } = resolved;
  const said = setsGoing(resolved, asked);
  return awaits.length === 0 ? said : `${said} It waits for ${awaits.join(", ")} first.`;
}

function setsGoing({ task_id, resolution, identities }: Resolved, asked: readonly ModuleRef[]): string {
  switch (resolution.action) {
    case "APPROVE_OVERRIDE":
      if (asked.length > 0)
        return `${task_id} goes on where it stopped: ${asked.join(", ")} cannot ship before a role was asked about it once more. The gates still apply, and your rationale is kept.`;
      return `${task_id} goes on: to ship without further debate, or with the packages that waited for your word. The gates still apply, and your rationale is kept.`;
    case "AMEND_SPEC":
      return `${task_id} has your acceptance criteria now; the old ones stay in its history. It starts afresh when its turn comes.`;
    case "SPLIT_TASK":
      return `${task_id} is replaced by ${listed(identities)}. Whoever needed it needs all of them now.`;
    case "REVISE_PLAN":
      return isOutline(resolution.revised_micro_plan)
        ? `${task_id} starts over: it is planned along your division into ${countOf(resolution.revised_micro_plan.length, "module")}.`
        : `${task_id} starts over from your plan. It is validated and locked first.`;
    case "PROVIDE_FIX":
      return `Your fix of ${task_id} is committed to its branch, gated, and then judged by the Challenger and the Arbiter.`;
    case "PROVIDE_PUSHED_FIX":
      return `Your commits up to ${resolution.head.slice(0, 7)} are read as a fix of ${task_id}, gated, and then judged by the Challenger and the Arbiter.`;
    case "ABANDON_TASK":
      return `${task_id} is abandoned. Tasks that depend on it stay blocked until you amend, split or abandon them.`;
    case "KEEP_AND_ABANDON":
      return `${task_id} keeps what is finished on its branch, and ships when its last gates pass. ${listed(identities)} is the rest, and is abandoned: tasks that depend on it stay blocked until you amend, split or abandon them.`;
    case "KEEP_AND_SPLIT":
      return `${task_id} keeps what is finished on its branch, and ships when its last gates pass. After it ${listed(identities)} ${identities.length === 1 ? "does" : "do"} the rest; whoever needed it needs all of them now.`;
    case "APPROVE_INTERFACE_CHANGE":
      return `${task_id} waits for the version that ${resolution.exception_id} asked for.`;
    case "REJECT_INTERFACE_CHANGE":
      return `${resolution.exception_id} is rejected. ${task_id} is done again within the interface as it is, and your reason is given to the roles.`;
    case "REVIEW_AGAIN":
      return `The ${ROLE_NAMES[resolution.role]} is asked about ${resolution.module} again. Plan, tests and code of ${task_id} stay as they are.`;
    case "RETRY_TASK":
      return `${task_id} is done again as it stands, when its turn comes: it is planned, tested and built afresh.`;
    default:
      return resolution satisfies never;
  }
}

function listed(identities: Resolved["identities"]): string {
  return identities.map(({ task_id }) => task_id).join(", ");
}
