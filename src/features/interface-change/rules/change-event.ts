import { z } from "zod";
import { UsageLine } from "../../../domain/artifacts/usage-ledger.js";
import { TaskId, Version } from "../../../domain/ids.js";
import { InterfaceChangeDecision } from "./exception-decision.js";
import { Reverified } from "./interface-change.js";

const move = <K extends string, S extends z.core.$ZodLooseShape>(kind: K, payload: S) =>
  z.strictObject({ kind: z.literal(kind), ...payload });

/** Every answer carries what it cost. */
const answered = { question: z.int().positive(), usage: z.array(UsageLine) };
const Objections = z.array(z.string().min(1)).min(1);

/** What happened to one interface change, in the past tense. */
export const ChangeEvent = z.discriminatedUnion("kind", [
  move("decided", { decision: InterfaceChangeDecision }),
  /** No objections is a PASS. */
  move("contract-challenged", { ...answered, objections: z.array(z.string().min(1)) }),
  /** The Proposer answered to the objections with another delta; its contract is the next round's. */
  move("contract-redrafted", answered),
  /** Without an objection it is approved. */
  move("contract-adjudicated", { ...answered, version: Version, objections: z.array(z.string().min(1)) }),
  /** A role gave nothing that can be used, or the contract it is about is no longer the one in force. */
  move("debate-ended", { ...answered, why: Objections }),
  /** The task that builds it has been added. */
  move("task-added", { task_id: TaskId }),
  move("consumers-found", { consumers: z.array(Reverified) }),
  /** Those who rest on it have their tasks. */
  move("reverification-added", { task_ids: z.array(TaskId).min(1) }),
]);
export type ChangeEvent = z.infer<typeof ChangeEvent>;
