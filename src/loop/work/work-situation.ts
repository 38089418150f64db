import type { ObservedPull } from "../../domain/factory/observed.js";
import type { TaskId } from "../../domain/ids.js";
import type { TaskState } from "../../domain/state/project-state.js";
import type { TaskWork } from "../../domain/work/task-work.js";
import { taskBranch } from "../branches.js";
import type { Situation } from "../situation.js";

/** One task in work, and its pull request as it was seen. */
export type WorkSituation = {
  readonly taskId: TaskId;
  readonly task: TaskState;
  readonly work: TaskWork;
  readonly branch: string;
  readonly pull: ObservedPull | undefined;
};

/** The tasks in progress, in the order of the state. */
export function tasksInWork({ state, observed, config }: Situation): WorkSituation[] {
  const { project } = state;
  if (project === null || project.status !== "ACTIVE") return [];
  return Object.entries(project.tasks).flatMap(([taskId, task]): WorkSituation[] => {
    const work = state.work[taskId];
    if (task.status !== "IN_PROGRESS" || work === undefined) return [];
    const branch = taskBranch(config.branch_prefix, taskId);
    const pull = observed.pulls.find((candidate) => candidate.branch === branch);
    return [{ taskId, task, work, branch, pull }];
  });
}
