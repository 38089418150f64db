import type { FactoryEvent } from "../../engine/event.js";
import type { ObservedPull } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { branchUpdate } from "../merging/branch-update.js";
import { taskKey, workKey } from "../modules/keys.js";
import { commitsDue } from "../modules/questions.js";
import { tasksInWork, type WorkSituation } from "../modules/work-situation.js";

type TakeOver = { readonly what: "closed" | "deleted" | "pushed"; readonly by: string };

/** A task's branch is written by the loop alone. Whoever closes, deletes or pushes to it is asked what is to become of it. */
export function detectTakeOvers(situation: Situation): FactoryEvent[] {
  return tasksInWork(situation).flatMap((inWork): FactoryEvent[] => {
    const { taskId, work, pull } = inWork;
    const taken = work.halting !== null || pull === undefined ? undefined : takeOver(situation, inWork, pull);
    if (taken === undefined || pull === undefined) return [];
    const cause = { kind: "branch-taken-over", ...taken, pull_request: pull.number } as const;
    return [{ kind: "work-moved", at: situation.now, task_id: taskId, move: { kind: "work-failed", cause } }];
  });
}

function takeOver(situation: Situation, inWork: WorkSituation, pull: ObservedPull): TakeOver | undefined {
  const { task, work } = inWork;
  // Another attempt was asked for: it restores the branch and opens the pull request again, whatever was done to them.
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
 * By the commit itself, or by the key of the one that is due. Neither an author's name nor a key of the past proves
 * anything: an amended commit keeps both.
 */
function isOwnHead({ taskId, work }: WorkSituation, { head, key }: ObservedPull): boolean {
  if (work.stage.stage === "opening") return key === taskKey(taskId);
  if (head === work.head) return true;
  const { stage } = work;
  if (stage.stage === "resolving" && stage.at.step === "committing") return key === workKey(taskId, stage.at.question);
  return commitsDue(work).some((question) => key === workKey(taskId, question));
}
