import { z } from "zod";
import { EscalationId } from "../../../domain/artifacts/artifact-id.js";
import { Instant, ModuleRef, Sha, TaskId } from "../../../domain/ids.js";
import { Statement } from "../../../domain/statement.js";
import { PlanAdjustment } from "../../checkpoints/adjustment.js";
import { HumanResolution } from "../../halts/resolution/human-resolution.js";
import { PartIdentity } from "../../halts/resolution/split.js";
import { TakenBack } from "../../undo/rules/undo-state.js";
import { AddedTask } from "./add-tasks.js";

const event = <K extends string, S extends z.core.$ZodLooseShape>(kind: K, payload: S) =>
  z.strictObject({ kind: z.literal(kind), at: Instant, ...payload });

/** All events of a project: what was done, or what a person decided, in the past tense with its instant. */
export const ProjectEvent = z.discriminatedUnion("kind", [
  event("task-started", { task_id: TaskId }),
  event("pull-request-opened", { task_id: TaskId, pull_request: z.int().positive() }),
  /** `rationale` is that of a person who merged it manually; null if the App merged it. */
  event("task-shipped", {
    task_id: TaskId,
    merge_sha: Sha,
    module_refs: z.array(ModuleRef),
    rationale: Statement.nullable(),
  }),
  event("task-halted", { task_id: TaskId, reason: z.string().min(1), escalation_ref: EscalationId }),
  /** A halted task has another card, because the last question was answered in another way. */
  event("escalation-renewed", { task_id: TaskId, reason: z.string().min(1), escalation_ref: EscalationId }),
  /**
   * `identities` are the new tasks of a split, empty otherwise; `by` is who decided, and `comment` where. `awaits` are
   * new dependencies of the task.
   */
  event("escalation-resolved", {
    task_id: TaskId,
    escalation_ref: EscalationId.nullable(),
    resolution: HumanResolution,
    identities: z.array(PartIdentity),
    by: z.string().min(1).optional(),
    comment: z.int().positive().optional(),
    awaits: z.array(TaskId).min(1).optional(),
    /** The task had used up its comments: it may write as many again. */
    comments_anew: z.literal(true).optional(),
  }),
  /** A person merged the revert of a shipped task, and with it that of the shipped tasks in `along`. */
  event("task-taken-back", {
    task_id: TaskId,
    by: z.string().min(1),
    merge_sha: Sha,
    pull_request: z.int().positive(),
    escalation_ref: EscalationId,
    /** The numbers that the work of each has used, including the task itself. */
    taken: z.array(TakenBack).min(1),
  }),
  event("plan-adjusted", { adjustment: PlanAdjustment }),
  event("tasks-added", { tasks: z.array(AddedTask).min(1), awaited_by: z.array(TaskId) }),
  event("project-paused", {}),
  event("project-resumed", {}),
  event("project-aborted", {}),
  event("project-released", {}),
]);
export type ProjectEvent = z.infer<typeof ProjectEvent>;
