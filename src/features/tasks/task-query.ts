import type { TaskId } from "../../domain/ids.js";
import { taskBranch } from "../../engine/branches.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { StateReads } from "../../engine/feature.js";
import { closedKey } from "../halts/detect-ended.js";
import type { TaskState } from "./board/project-state.js";
import { contractPaths } from "./dispatched-task-file.js";

/** Branches of the tasks that can still move, and of abandoned ones until their pull request was seen closed. */
export function taskBranches({ project, noted }: FactoryState, prefix: string): string[] {
  return Object.entries(project?.tasks ?? {})
    .filter(
      ([, { status, pull_request }]) =>
        status === "IN_PROGRESS" ||
        status === "HALTED" ||
        (status === "ABANDONED" && pull_request !== null && !noted.includes(closedKey(pull_request))),
    )
    .map(([id, task]) => taskBranch(prefix, id, task));
}

/** A task's own file, where its branch gets it next, and what it builds on, which is told in that file. */
export function taskPaths(state: FactoryState): StateReads {
  const tasks = Object.entries(state.project?.tasks ?? {});
  return {
    required: tasks.filter(([id, task]) => isFileDue(state, id, task)).map(([, { path }]) => path),
    optional: tasks.flatMap(([id, task]) => (isBeginning(state, id, task) ? contractPaths(state, id) : [])),
  };
}

/** Until its work has begun, a task's own file is what is committed next. */
export function isBeginning({ work }: FactoryState, id: TaskId, { status, pull_request }: TaskState): boolean {
  return status === "IN_PROGRESS" && (pull_request === null || work[id]?.stage.stage === "opening");
}

/** The branch gets it next: as its first commit, or with what a person has made of the task. */
function isFileDue(state: FactoryState, id: TaskId, task: TaskState): boolean {
  const isPutBack = task.status === "IN_PROGRESS" && state.work[id]?.put_back !== undefined;
  return isBeginning(state, id, task) || isPutBack;
}
