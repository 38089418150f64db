import { z } from "zod";
import { UsageLine } from "../../domain/artifacts/usage-ledger.js";
import { Instant, Sha } from "../../domain/ids.js";
import { PendingComment } from "../../engine/factory-state.js";
import { BudgetLimits, CheckpointRecord, CheckpointTrigger } from "../checkpoints/checkpoint.js";
import { UnderWay } from "../questions/under-way.js";
import { Remark, RemarkId } from "./decision-state.js";

const event = <K extends string, S extends z.core.$ZodLooseShape>(kind: K, payload: S) =>
  z.strictObject({ kind: z.literal(kind), at: Instant, ...payload });

/** Events about questions to people and their decisions, besides the resolutions of tasks. */
export const DECISION_EVENTS = [
  /** A card is to be posted, once. */
  event("person-asked", { note: PendingComment }),
  /** The project asks no model and starts no task until a person has decided. */
  event("checkpoint-reached", {
    triggers: z.array(CheckpointTrigger).min(1),
    record: CheckpointRecord,
    hard_usd: z.number().min(0).optional(),
    failed: z.array(z.string().min(1)).min(1).optional(),
    /** The number of checkpoints when a job found this one due. It shows whether it was answered since. */
    after: z.int().min(0).optional(),
  }),
  /** With the thresholds that are passed, if the configuration's limits were raised. */
  event("checkpoint-passed", { by: z.string().min(1), record: CheckpointRecord.optional() }),
  /** `/factory budget`: the new limits, and the thresholds that are passed. */
  event("budget-set", { by: z.string().min(1), limits: BudgetLimits, record: CheckpointRecord }),
  /** Calls whose answers were stale. They cost all the same. */
  event("calls-paid", { usage: z.array(UsageLine).min(1) }),
  /**
   * A question is about to be put to a model. What its role is given is a file of the same commit. It also ends an
   * earlier run of the same question that was lost.
   */
  event("question-asked", {
    run_id: z.string().min(1),
    ...UnderWay.omit({ since: true }).shape,
    usage: z.array(UsageLine),
  }),
  /** The model was unavailable. The question stays open and is asked again by the job with this key. */
  event("question-postponed", { job: z.string().min(1), why: z.string().min(1), usage: z.array(UsageLine) }),
  event("remark-received", { remark: Remark }),
  /** Remarks were considered, or cannot be any more. Either is answered once. */
  event("remarks-answered", { remarks: z.array(RemarkId).min(1), notes: z.array(PendingComment).min(1) }),
  /**
   * A button under a check run was pressed. Its consequences are separate events. The role of the person was read when
   * the delivery arrived.
   */
  event("button-pressed", {
    button: z.enum(["retry", "pause", "continue", "rerun"]),
    by: z.strictObject({ login: z.string().min(1), type: z.string(), role: z.string().nullable() }),
    check: z.int().positive(),
    head: Sha,
    /** The branch of the check's head, if GitHub names it. */
    branch: z.string().min(1).exactOptional(),
    /** The delivery's id, by which a duplicate is recognised. */
    delivery: z.string().min(1).exactOptional(),
  }),
  /** An ended task's pull request was observed as closed. It is not observed again. */
  event("pull-settled", { key: z.string().min(1) }),
] as const;
