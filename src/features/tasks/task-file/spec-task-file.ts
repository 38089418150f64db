import type { Epic, Pillar, ProductSpec, SpecTask, Story } from "../../spec/product-spec.js";
import { errorCasesFrom } from "./error-cases.js";
import type { TaskFileCandidate } from "./task-file.js";

/** A task with its ancestors. */
export type TaskInSpec = {
  readonly pillar: Pillar;
  readonly epic: Epic;
  readonly story: Story;
  readonly task: SpecTask;
};

/** Depth first: the order of `declaration_order` (requirements.md#dispatch). */
export function tasksInOrder({ pillars }: ProductSpec): TaskInSpec[] {
  return pillars.flatMap((pillar) =>
    pillar.epics.flatMap((epic) =>
      epic.stories.flatMap((story) => story.tasks.map((task) => ({ pillar, epic, story, task }))),
    ),
  );
}

/** The fields of the task's file from the spec; `TaskFile` decides whether they are sufficient. */
export function taskFileFromSpec(taskId: string, { pillar, epic, story, task }: TaskInSpec): TaskFileCandidate {
  return {
    task_id: taskId,
    name: task.name,
    pillar: { name: pillar.name, description: pillar.description },
    epic: { name: epic.name, description: epic.description },
    story: { name: story.name, description: story.description },
    description: task.description,
    subtasks: task.subtasks,
    acceptance_criteria: task.acceptance_criteria,
    contract: task.io_contract_sketch,
    dependency_contracts: [],
    error_cases: errorCasesFrom(task.io_contract_sketch.error_surfaces),
    amendments: [],
  };
}
