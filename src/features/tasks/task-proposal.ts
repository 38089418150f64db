import type { TaskId } from "../../domain/ids.js";
import { taskBranch } from "../../engine/branches.js";
import type { Effect } from "../../engine/effects/effect.js";
import type { ObservedPull } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { harmlessTitle } from "../../render/safe-title.js";
import { restoreKey, taskKey } from "../modules/keys.js";
import type { TaskWork } from "../modules/task-work.js";
import { recordUrl } from "../status/record-url.js";
import { dispatchedTaskFile } from "./dispatched-task-file.js";
import { taskPullRequestBody } from "./task-pull-request.js";
import { isBeginning } from "./task-query.js";

/** A branch and a pull request for every task in progress without one. Its first commit is the task file. */
export function taskProposals(situation: Situation): Effect[] {
  const { state, observed, config } = situation;
  const { project, request } = state;
  if (project === null || project.status !== "ACTIVE" || observed.defaultHead === null) return [];
  const base = observed.defaultHead;
  return Object.entries(project.tasks).flatMap(([taskId, task]): Effect[] => {
    const branch = taskBranch(config.branch_prefix, taskId, task);
    const pull = observed.pulls.find((candidate) => candidate.branch === branch);
    const key = isBeginning(state, taskId, task) ? proposalKey(taskId, state.work[taskId], pull) : undefined;
    if (key === undefined) return [];
    const text = dispatchedTaskFile(situation, taskId);
    if (text === undefined) return []; // just started: its file is read with the next state
    return [
      {
        kind: "propose-files",
        key,
        branch,
        base,
        files: [{ path: task.path, text }],
        commitMessage: `factory: ${taskId} - ${harmlessTitle(task.task)}`,
        title: `${harmlessTitle(task.task)} (${taskId})`,
        body: taskPullRequestBody({
          taskId,
          task,
          issue: request.issue,
          tasks: project.tasks,
          taskUrl: recordUrl(situation, task.path),
        }),
        writesWorkflows: false,
      },
    ];
  });
}

/**
 * The key of the proposal's commit; undefined if none is pending. Another attempt reopens a pull request that a person
 * closed: on the existing branch, which is restored next, or on a new one if it was deleted.
 */
function proposalKey(taskId: TaskId, work: TaskWork | undefined, pull: ObservedPull | undefined): string | undefined {
  if (pull === undefined) return taskKey(taskId);
  const isAnotherAttempt = work !== undefined && work.attempt > 1 && work.stage.stage === "opening";
  if (pull.state !== "closed" || !isAnotherAttempt) return undefined;
  return pull.branchDeleted ? restoreKey(taskId, work.attempt) : (pull.key ?? `reopen-${taskId}-${work.attempt}`);
}
