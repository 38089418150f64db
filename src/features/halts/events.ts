import { z } from "zod";
import { UsageLine } from "../../domain/artifacts/usage-ledger.js";
import { Instant, Sha } from "../../domain/ids.js";
import { PendingComment } from "../../engine/factory-state.js";
import { BudgetLimits, CheckpointRecord, CheckpointTrigger } from "../checkpoints/checkpoint.js";
import { UnderWay } from "../questions/under-way.js";
import { Remark, RemarkId } from "./decision-state.js";

const event = <K extends string, S extends z.core.$ZodLooseShape>(kind: K, payload: S) =>
  z.strictObject({ kind: z.literal(kind), at: Instant, ...payload });

/** What people are asked and decide about the course of things, besides the tasks' own resolutions. */
export const DECISION_EVENTS = [
  /** A card is owed to a conversation, once. */
  event("person-asked", { note: PendingComment }),
  /** The project stops asking and dispatching until a person has looked. */
  event("checkpoint-reached", {
    triggers: z.array(CheckpointTrigger).min(1),
    record: CheckpointRecord,
    hard_usd: z.number().min(0).optional(),
    failed: z.array(z.string().min(1)).min(1).optional(),
    /** How many checkpoints there had been where a job found this one due: by that one knows that it was answered since. */
    after: z.int().min(0).optional(),
  }),
  /** With the thresholds that lie behind, where the configuration's limits were raised. */
  event("checkpoint-passed", { by: z.string().min(1), record: CheckpointRecord.optional() }),
  /** `/factory budget`: the limits as they are now, and which thresholds lie behind. */
  event("budget-set", { by: z.string().min(1), limits: BudgetLimits, record: CheckpointRecord }),
  /** Calls whose answers came too late to be used. They cost all the same. */
  event("calls-paid", { usage: z.array(UsageLine).min(1) }),
  /**
   * A question is about to be put to a model, and what its role is given is a file of the same commit. With what nobody will
   * pay any more: the same question, if it was put before and lost.
   */
  event("question-asked", {
    run_id: z.string().min(1),
    ...UnderWay.omit({ since: true }).shape,
    usage: z.array(UsageLine),
  }),
  /** The model could not be had. The question stays open and is asked again; the job is the one that asked it, by its key. */
  event("question-postponed", { job: z.string().min(1), why: z.string().min(1), usage: z.array(UsageLine) }),
  event("remark-received", { remark: Remark }),
  /** Remarks were taken up, or cannot be any more; either is said once. */
  event("remarks-answered", { remarks: z.array(RemarkId).min(1), notes: z.array(PendingComment).min(1) }),
  /** A button under a check run; what it led to follows it. Its presser's role was read when it came. */
  event("button-pressed", {
    button: z.enum(["retry", "pause", "continue", "rerun"]),
    by: z.strictObject({ login: z.string().min(1), type: z.string(), role: z.string().nullable() }),
    check: z.int().positive(),
    head: Sha,
    /** The branch of the check's head, where GitHub says it. */
    branch: z.string().min(1).exactOptional(),
    /** By which the same press is known when it is delivered again. */
    delivery: z.string().min(1).exactOptional(),
  }),
  /** An ended task's pull request was seen closed: it is not looked at again. */
  event("pull-settled", { key: z.string().min(1) }),
] as const;
