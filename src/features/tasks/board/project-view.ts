import type { TaskId } from "../../../domain/ids.js";
import type { ProjectStatus, TaskState, TaskStatus } from "./project-state.js";

/** What a rule may ask about a project. Each answer costs the task's neighbourhood, never the whole project. */
export type ProjectView = {
  status(): ProjectStatus;
  task(id: TaskId): TaskState | undefined;
  /** Who depends on a task, directly. */
  dependants(id: TaskId): readonly TaskId[];
  withStatus(status: TaskStatus): ReadonlySet<TaskId>;
  /** The first tasks that are PENDING with every dependency SHIPPED, in dispatch order. */
  firstReady(count: number): TaskId[];
  /** The highest declaration order given so far; -1 when there are no tasks. */
  lastDeclarationOrder(): number;
};

/** What one decision changes. BLOCKED is not decided here: it is derived when the change is absorbed. */
export type StateChange = {
  readonly status?: ProjectStatus;
  readonly tasks: ReadonlyMap<TaskId, TaskState>;
};
