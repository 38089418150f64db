import type { TaskId } from "../../../domain/ids.js";
import { taskBranch } from "../../../engine/branches.js";
import type { Situation } from "../../../engine/situation.js";
import { lostReview } from "../../debate/review-again.js";
import type { HumanResolution } from "./human-resolution.js";

type Retry = Extract<HumanResolution, { action: "RETRY_TASK" | "REVIEW_AGAIN" }>;

/**
 * What a retry does: if only one review was lost and its work is still on the branch, that review is asked for again;
 * otherwise the task starts again.
 */
export function resolutionOfRetry({ state, observed, config }: Situation, task: TaskId | null): Retry {
  const work = task === null ? undefined : state.work[task];
  const lost = work === undefined ? undefined : lostReview(work);
  if (task === null || work === undefined || lost === undefined) return { action: "RETRY_TASK" };
  const branch = taskBranch(config.branch_prefix, task, state.project?.tasks[task]);
  const pull = observed.pulls.find((candidate) => candidate.branch === branch);
  const isAsJudged = pull?.state === "open" && pull.head === work.head;
  return isAsJudged ? { action: "REVIEW_AGAIN", ...lost } : { action: "RETRY_TASK" };
}
