import type { Effect } from "../domain/factory/effect.js";
import { taskPullRequestBody } from "../render/task-pull-request.js";
import { taskBranch } from "./branches.js";
import type { Situation } from "./situation.js";

/** A branch and a pull request for every task in progress that has none yet. Its first commit is the task file. */
export function taskProposals(
  { state, observed, config }: Situation,
  taskFiles: ReadonlyMap<string, string>,
): Effect[] {
  const { project, request } = state;
  if (project === null || project.status !== "ACTIVE" || observed.defaultHead === null) return [];
  const base = observed.defaultHead;
  return Object.entries(project.tasks).flatMap(([taskId, task]): Effect[] => {
    const branch = taskBranch(config.branch_prefix, taskId);
    if (task.status !== "IN_PROGRESS" || observed.pulls.some((pull) => pull.branch === branch)) return [];
    const text = taskFiles.get(task.path);
    if (text === undefined) throw new Error(`${task.path} is not on the state branch; the task cannot be proposed`);
    return [
      {
        kind: "propose-files",
        key: `task-${taskId}`,
        branch,
        base,
        files: [{ path: task.path, text }],
        commitMessage: `factory: ${taskId} - ${task.task}`,
        title: `${task.task} (${taskId})`,
        body: taskPullRequestBody({ taskId, task, issue: request.issue, tasks: project.tasks }),
        writesWorkflows: false,
      },
    ];
  });
}
