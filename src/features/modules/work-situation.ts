import type { TaskId } from "../../domain/ids.js";
import { taskBranch } from "../../engine/branches.js";
import type { Effect } from "../../engine/effects/effect.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { ObservedPull } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import type { TaskState, TaskStatus } from "../tasks/board/project-state.js";
import type { TaskEvent } from "./task-event.js";
import type { TaskWork } from "./task-work.js";

/** A task that is or was in progress, and its pull request as observed. */
export type WorkSituation = {
  readonly taskId: TaskId;
  readonly task: TaskState;
  readonly work: TaskWork;
  readonly branch: string;
  readonly pull: ObservedPull | undefined;
};

/** The tasks in progress, in the order of the state. */
export function tasksInWork(situation: Situation): WorkSituation[] {
  return tasksThatAre(situation, ["IN_PROGRESS"]);
}

/**
 * Those and the halted ones: the verdict that halts a task is recorded in the same commit and must be posted as well.
 */
export function tasksUnderReview(situation: Situation): WorkSituation[] {
  return tasksThatAre(situation, ["IN_PROGRESS", "HALTED"]);
}

function tasksThatAre({ state, observed, config }: Situation, statuses: readonly TaskStatus[]): WorkSituation[] {
  const { project } = state;
  if (project === null || project.status !== "ACTIVE") return [];
  return Object.entries(project.tasks).flatMap(([taskId, task]): WorkSituation[] => {
    const work = state.work[taskId];
    if (!statuses.includes(task.status) || work === undefined) return [];
    const branch = taskBranch(config.branch_prefix, taskId, task);
    const pull = observed.pulls.find((candidate) => candidate.branch === branch);
    return [{ taskId, task, work, branch, pull }];
  });
}

/**
 * What is detected in the first task in progress that has anything. Work that is about to halt stays where it is: its gates
 * would end red again and again.
 */
export function detectInTasks(
  situation: Situation,
  detect: (inWork: WorkSituation) => readonly FactoryEvent[],
): readonly FactoryEvent[] {
  for (const inWork of tasksInWork(situation)) {
    const events = inWork.work.halting === null ? detect(inWork) : [];
    if (events.length > 0) return events;
  }
  return [];
}

/** The same for events of one task's work. */
export function detectTaskEvents(
  situation: Situation,
  detect: (inWork: WorkSituation) => readonly TaskEvent[],
): readonly FactoryEvent[] {
  return detectInTasks(situation, (inWork) =>
    detect(inWork).map((event) => ({ kind: "work-updated", at: situation.now, task_id: inWork.taskId, event })),
  );
}

/** The effects of every task in progress. */
export function effectsOfTasks(
  situation: Situation,
  effectsOf: (inWork: WorkSituation) => readonly Effect[],
): readonly Effect[] {
  return tasksInWork(situation).flatMap(effectsOf);
}
