import { z } from "zod";
import { ModuleRef, TaskId, Version } from "../../../domain/ids.js";
import { InterfaceChangeDecision } from "./change-decision.js";

/** The activities in the debate of a contract. */
export const ContractActivity = z.enum(["propose", "challenge", "adjudicate"]);
export type ContractActivity = z.infer<typeof ContractActivity>;

/** The debate of a contract ends after this many rounds, agreed or not (requirements.md#debate-of-a-contract). */
export const MAX_CONTRACT_ROUNDS = 3;

const Round = z.int().min(1).max(MAX_CONTRACT_ROUNDS);

/** A module that depends on the changed one, and the version in which it is verified with it. */
export const Reverified = z.strictObject({ module_ref: ModuleRef, version: Version });
export type Reverified = z.infer<typeof Reverified>;

/** The stage of an interface change. Every transition is a state commit. */
export const ChangeStage = z.discriminatedUnion("stage", [
  /** Waits for a person, or was deferred. */
  z.strictObject({ stage: z.literal("deciding") }),
  z.strictObject({
    stage: z.literal("debating"),
    round: Round,
    activity: ContractActivity,
    /** Identifies the job: an answer to another question is stale. */
    question: z.int().positive(),
  }),
  /** No contract was agreed. The task's card has the reason, and a person decides again. */
  z.strictObject({ stage: z.literal("not-agreed"), round: Round, objections: z.array(z.string().min(1)).min(1) }),
  /** The contract of this round is agreed. The task that builds it is added next. */
  z.strictObject({ stage: z.literal("agreed"), round: Round, version: Version }),
  z.strictObject({ stage: z.literal("building"), task_id: TaskId, version: Version }),
  /** It is on the default branch. Its consumers are searched next. */
  z.strictObject({ stage: z.literal("shipped"), version: Version }),
  z.strictObject({
    stage: z.literal("reverifying"),
    version: Version,
    consumers: z.array(Reverified).min(1),
  }),
  z.strictObject({ stage: z.literal("done"), version: Version }),
  z.strictObject({ stage: z.literal("rejected"), by: z.string().min(1), reason: z.string().min(1) }),
  /** The task was resolved in another way, or the task that builds it was abandoned. */
  z.strictObject({ stage: z.literal("dropped"), why: z.string().min(1) }),
]);
export type ChangeStage = z.infer<typeof ChangeStage>;

/** One exception with the decisions about it in order. It is never removed. */
export const InterfaceChange = z.strictObject({
  task_id: TaskId,
  target_module: ModuleRef,
  decisions: z.array(InterfaceChangeDecision),
  questions: z.int().min(0),
  stage: ChangeStage,
});
export type InterfaceChange = z.infer<typeof InterfaceChange>;

export type InterfaceChanges = Readonly<Record<string, InterfaceChange>>;

/** The exception that a halted task waits for; undefined if there is none. */
export function openChangeOf(changes: InterfaceChanges, task: TaskId): [string, InterfaceChange] | undefined {
  return Object.entries(changes).find(
    ([, { task_id, stage }]) => task_id === task && ["deciding", "debating", "not-agreed"].includes(stage.stage),
  );
}

/** Another change of the same contract that is in progress or has led to a version; undefined if there is none. */
export function otherChangeOf(
  changes: InterfaceChanges,
  id: string,
  { target_module }: Pick<InterfaceChange, "target_module">,
): [string, InterfaceChange] | undefined {
  return Object.entries(changes).find(
    ([other, { target_module: target, stage }]) =>
      other !== id && target === target_module && (stage.stage === "debating" || "version" in stage),
  );
}

/** The task that builds another change of the same contract that a halted task asked to change. */
export function builderAwaited(changes: InterfaceChanges, task: TaskId): TaskId | undefined {
  const own = openChangeOf(changes, task);
  const stage = own === undefined ? undefined : otherChangeOf(changes, ...own)?.[1].stage;
  return stage?.stage === "building" ? stage.task_id : undefined;
}

export function dropped(change: InterfaceChange, why: string): InterfaceChange {
  return { ...change, stage: { stage: "dropped", why } };
}

/** Ends all changes that are still open. */
export function droppedAll(changes: InterfaceChanges, why: string): Record<string, InterfaceChange> {
  const after = Object.entries(changes).map(([id, change]) => {
    const isEnded = ["done", "rejected", "dropped"].includes(change.stage.stage);
    return [id, isEnded ? change : dropped(change, why)] as const;
  });
  return Object.fromEntries(after);
}

/**
 * A contract that was agreed before its task started. The plan follows from it, and the task cannot choose the
 * interface.
 */
export const AgreedVersion = z.strictObject({
  replaces: ModuleRef,
  version: Version,
  /** The path of the contract on the state branch. */
  contract: z.string().min(1),
});
export type AgreedVersion = z.infer<typeof AgreedVersion>;
