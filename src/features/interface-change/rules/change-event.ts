import { z } from "zod";
import { UsageLine } from "../../../domain/artifacts/usage-ledger.js";
import { TaskId, Version } from "../../../domain/ids.js";
import { InterfaceChangeDecision } from "./change-decision.js";
import { Reverified } from "./interface-change.js";

const event = <K extends string, S extends z.core.$ZodLooseShape>(kind: K, payload: S) =>
  z.strictObject({ kind: z.literal(kind), ...payload });

/** Every answer has its cost. */
const answered = { question: z.int().positive(), usage: z.array(UsageLine) };
const Objections = z.array(z.string().min(1)).min(1);

/** What happened to one interface change, in the past tense. */
export const ChangeEvent = z.discriminatedUnion("kind", [
  event("decided", { decision: InterfaceChangeDecision }),
  /** Without objections it is a PASS. */
  event("contract-challenged", { ...answered, objections: z.array(z.string().min(1)) }),
  /** The Proposer answered the objections with another delta. Its contract is that of the next round. */
  event("contract-redrafted", answered),
  /** Without objections it is approved. */
  event("contract-adjudicated", { ...answered, version: Version, objections: z.array(z.string().min(1)) }),
  /** A role gave no usable answer, or the contract in question is not in force any more. */
  event("debate-ended", { ...answered, why: Objections }),
  /** The task that builds it was added. */
  event("task-added", { task_id: TaskId }),
  event("consumers-found", { consumers: z.array(Reverified) }),
  /** The tasks that verify its consumers were added. */
  event("reverification-added", { task_ids: z.array(TaskId).min(1) }),
]);
export type ChangeEvent = z.infer<typeof ChangeEvent>;
