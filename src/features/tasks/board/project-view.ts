import type { TaskId } from "../../../domain/ids.js";
import type { ProjectStatus, TaskState, TaskStatus } from "./project-state.js";

/** The queries that rules make about a project. Each costs the task's neighbourhood, never the whole project. */
export type ProjectView = {
  status(): ProjectStatus;
  task(id: TaskId): TaskState | undefined;
  /** The direct dependants of a task. */
  dependants(id: TaskId): readonly TaskId[];
  withStatus(status: TaskStatus): ReadonlySet<TaskId>;
  /** The first tasks that are PENDING with every dependency SHIPPED, in dispatch order. */
  firstReady(count: number): TaskId[];
  /** The highest declaration order so far; -1 without tasks. */
  lastDeclarationOrder(): number;
};

/** The change of one decision. BLOCKED is derived when the change is absorbed. */
export type StateChange = {
  readonly status?: ProjectStatus;
  readonly tasks: ReadonlyMap<TaskId, TaskState>;
};
