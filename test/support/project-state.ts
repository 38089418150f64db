import type { TaskId } from "../../src/domain/ids.js";
import type { ProjectState, TaskState, TaskStatus } from "../../src/features/tasks/board/project-state.js";

export const NOON = "2026-01-31T12:00:00Z";
export const LATER = "2026-01-31T13:00:00Z";
export const SHA = "0123456789abcdef0123456789abcdef01234567";
export const ESCALATION = "ESC-1a2b3c4d";

/** `t("a")` is a task id that is easy to read in a failing test. */
export function t(name: string | number): TaskId {
  return `T-demo-${String(name).toLowerCase()}-001`;
}

/** A valid task with only what its status needs. */
export function aTask(given: Partial<TaskState> = {}): TaskState {
  const status = given.status ?? "PENDING";
  return {
    spec_task_id: null,
    pillar: "Core",
    epic: "Demo",
    story: "Story",
    task: "A task",
    path: ".factory/project/core/demo/story/a-task/T-demo-a-001.md",
    status,
    depends_on: [],
    module_refs: [],
    shipped_at: status === "SHIPPED" ? NOON : null,
    merge_sha: status === "SHIPPED" ? SHA : null,
    halted_reason: status === "HALTED" ? "the debate did not converge" : null,
    escalation_ref: status === "HALTED" ? ESCALATION : null,
    abandoned_reason: status === "ABANDONED" ? "not needed" : null,
    superseded_by: [],
    declaration_order: 0,
    priority: 0,
    pull_request: null,
    ...given,
  };
}

/** One task of a small project: its status, the names of its dependencies, and further fields. */
export type TaskSketch = { is?: TaskStatus; after?: readonly string[] } & Partial<TaskState>;

/** `aProject({ a: { is: "SHIPPED" }, b: { after: ["a"] } })`: tasks are declared in this order. */
export function aProject(sketches: Record<string, TaskSketch>, given: Partial<ProjectState> = {}): ProjectState {
  const tasks = Object.entries(sketches).map(([name, { is, after, ...rest }], index): [TaskId, TaskState] => [
    t(name),
    aTask({
      task: name,
      path: `.factory/project/core/demo/story/${name}/${t(name)}.md`,
      declaration_order: index,
      depends_on: (after ?? []).map(t),
      ...(is === undefined ? {} : { status: is }),
      ...rest,
    }),
  ]);
  return {
    schema_version: 1,
    project_id: "demo",
    spec_id: "SPEC-001",
    spec_version: "1.0.0",
    updated_at: NOON,
    status: "ACTIVE",
    starting_sha: SHA,
    branch: "main",
    tasks: Object.fromEntries(tasks),
    ...given,
  };
}

/** `{ a: "SHIPPED", b: "PENDING" }`: the statuses of a project made by `aProject`. */
export function statusesOf(state: ProjectState): Record<string, TaskStatus> {
  return Object.fromEntries(Object.values(state.tasks).map(({ task, status }) => [task, status]));
}
