import { z } from "zod";
import { EscalationId } from "../../../domain/artifacts/artifact-id.js";
import { Instant, ModuleRef, Sha, SpecId, SpecTaskId, TaskId, Version } from "../../../domain/ids.js";

/** The status of a task (requirements.md#task-statuses). BLOCKED is derived, never set: see blocking.ts. */
export const TaskStatus = z.enum(["PENDING", "IN_PROGRESS", "SHIPPED", "HALTED", "BLOCKED", "ABANDONED"]);
export type TaskStatus = z.infer<typeof TaskStatus>;

/** The status of the project (decisions.md#the-status-of-the-project). */
export const ProjectStatus = z.enum(["ACTIVE", "PAUSED", "ABORTED", "RELEASED"]);
export type ProjectStatus = z.infer<typeof ProjectStatus>;

/** One task: statuses and references only. Its plan, debate and evidence are separate files. */
export const TaskState = z.strictObject({
  spec_task_id: SpecTaskId.nullable(),
  pillar: z.string().min(1),
  epic: z.string().min(1),
  story: z.string().min(1),
  task: z.string().min(1),
  path: z.string().min(1),
  status: TaskStatus,
  depends_on: z.array(TaskId),
  module_refs: z.array(ModuleRef),
  shipped_at: Instant.nullable(),
  merge_sha: Sha.nullable(),
  halted_reason: z.string().min(1).nullable(),
  escalation_ref: EscalationId.nullable(),
  abandoned_reason: z.string().min(1).nullable(),
  superseded_by: z.array(TaskId),
  /** Its position in the approved spec, depth first. Immutable (requirements.md#dispatch). */
  declaration_order: z.int().min(0),
  /** Lower goes first, before declaration_order. People reorder only by this (decisions.md#the-order-of-tasks). */
  priority: z.int(),
  pull_request: z.int().positive().nullable(),
  /** How often it was undone after it had shipped; each time it gets another branch. */
  reopened: z.int().positive().optional(),
});
export type TaskState = z.infer<typeof TaskState>;

/** The fields of a task before any event. */
export function untouched() {
  return {
    status: "PENDING",
    module_refs: [],
    shipped_at: null,
    merge_sha: null,
    halted_reason: null,
    escalation_ref: null,
    abandoned_reason: null,
    superseded_by: [],
    pull_request: null,
  } satisfies Partial<TaskState>;
}

/** The project in `.factory/state.yml`. `checkState` checks the relations between its fields. */
export const ProjectState = z.strictObject({
  schema_version: z.literal(1),
  project_id: z.string().min(1),
  spec_id: SpecId,
  spec_version: Version,
  updated_at: Instant,
  status: ProjectStatus,
  starting_sha: Sha,
  branch: z.string().min(1),
  tasks: z.record(TaskId, TaskState),
});
export type ProjectState = z.infer<typeof ProjectState>;
