import type { PlacedTask } from "./layout.js";
import { MAX_TASK_ID_LENGTH, MAX_TASKS_PER_STORY } from "./task-id.js";

/** Why a spec cannot be laid out: the code, a sentence that names the tasks, and the element of the spec. */
export type TaskIdProblem = {
  readonly code: "too-many-tasks" | "task-id-too-long" | "task-id-collision";
  readonly message: string;
  readonly specPath: string;
};

/** Every reason why these tasks cannot get ids. `validateSpec` runs it, so that nothing fails after approval. */
export function taskIdProblems(placed: readonly PlacedTask[]): TaskIdProblem[] {
  return [...crowdedStories(placed), ...longIds(placed), ...collisions(placed)];
}

function crowdedStories(placed: readonly PlacedTask[]): TaskIdProblem[] {
  const last = new Map(placed.map((task) => [task.storyPath, task]));
  return [...last.values()]
    .filter((task) => task.sequence > MAX_TASKS_PER_STORY)
    .map((task) => ({
      code: "too-many-tasks",
      message: `story ${JSON.stringify(task.storyName)} has ${task.sequence} tasks, at most ${MAX_TASKS_PER_STORY} are allowed; split the story.`,
      specPath: task.storyPath,
    }));
}

function longIds(placed: readonly PlacedTask[]): TaskIdProblem[] {
  return placed
    .filter((task) => task.taskId.length > MAX_TASK_ID_LENGTH)
    .map((task) => ({
      code: "task-id-too-long",
      message:
        `${nameTask(task)} would get the task id ${task.taskId} of ${task.taskId.length} characters, ` +
        `at most ${MAX_TASK_ID_LENGTH} are allowed; shorten the name of its pillar, epic or story.`,
      specPath: task.specPath,
    }));
}

/** Two hierarchies can spell one id: `a-b/c` and `a/b-c` (decisions.md#ids-are-judged-before-approval). */
function collisions(placed: readonly PlacedTask[]): TaskIdProblem[] {
  const first = new Map<string, PlacedTask>();
  return placed.flatMap((task) => {
    const earlier = first.get(task.taskId);
    if (earlier === undefined) {
      first.set(task.taskId, task);
      return [];
    }
    const message =
      `${nameTask(earlier)} at ${earlier.specPath} and ${nameTask(task)} at ${task.specPath} would both get the task id ` +
      `${task.taskId}; rename a pillar, an epic or a story above one of them.`;
    return [{ code: "task-id-collision" as const, message, specPath: task.specPath }];
  });
}

function nameTask(task: PlacedTask): string {
  return `${task.specTaskId} (${JSON.stringify(task.name)})`;
}
