import type { FactoryEvent } from "../../engine/event.js";
import type { ObservedPull } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { branchUpdate } from "../merging/branch-update.js";
import { taskKey, workKey } from "../modules/keys.js";
import { commitsDue } from "../modules/questions.js";
import { tasksInWork, type WorkSituation } from "../modules/work-situation.js";

type TakeOver = { readonly what: "closed" | "deleted" | "pushed"; readonly by: string };

/** Only the App writes a task's branch. A person who closes, deletes or pushes to it is asked what to do. */
export function detectTakeOvers(situation: Situation): FactoryEvent[] {
  return tasksInWork(situation).flatMap((inWork): FactoryEvent[] => {
    const { taskId, work, pull } = inWork;
    const taken = work.halting !== null || pull === undefined ? undefined : takeOver(situation, inWork, pull);
    if (taken === undefined || pull === undefined) return [];
    const cause = { kind: "branch-taken-over", ...taken, pull_request: pull.number } as const;
    return [{ kind: "work-updated", at: situation.now, task_id: taskId, event: { kind: "work-failed", cause } }];
  });
}

function takeOver(situation: Situation, inWork: WorkSituation, pull: ObservedPull): TakeOver | undefined {
  const { task, work } = inWork;
  // Another attempt was requested: it restores the branch and reopens the pull request in any case.
  if (work.stage.stage === "opening" && work.attempt > 1) return undefined;
  if (pull.number !== task.pull_request) return undefined;
  if (pull.state === "closed") {
    return { what: pull.branchDeleted ? "deleted" : "closed", by: pull.closedBy ?? "somebody" };
  }
  if (pull.state !== "open" || isOwnHead(inWork, pull)) return undefined;
  if (branchUpdate(situation, inWork) === "none") return { what: "pushed", by: pull.headAuthor ?? "somebody" };
  return undefined;
}

/**
 * A head is ours by its commit id, or by the key of the commit that is due. An author's name or an old key proves
 * nothing: an amended commit keeps both.
 */
function isOwnHead({ taskId, work }: WorkSituation, { head, key }: ObservedPull): boolean {
  if (work.stage.stage === "opening") return key === taskKey(taskId);
  if (head === work.head) return true;
  const { stage } = work;
  if (stage.stage === "resolving" && stage.at.step === "committing") return key === workKey(taskId, stage.at.question);
  return commitsDue(work).some((question) => key === workKey(taskId, question));
}
