import { z } from "zod";
import { ModuleRef, TaskId } from "../domain/ids.js";
import { Statement } from "../domain/statement.js";
import { PlanAdjustment } from "../features/checkpoints/adjustment.js";
import { HumanResolution } from "../features/halts/resolution/human-resolution.js";
import { Prose } from "../features/spec/criteria/text.js";
import { Verb } from "./verb.js";

/** The members of HumanResolution by name; building a command with the wrong one does not compile. */
const [
  ApproveOverride,
  AmendSpec,
  SplitTask,
  RevisePlan,
  ProvideFix,
  AbandonTask,
  RetryTask,
  ,
  ,
  ,
  ,
  KeepAndAbandon,
  KeepAndSplit,
] = HumanResolution.options;

export { AmendSpec, ProvideFix, RevisePlan, SplitTask };

/** Finished work is either discarded or kept. */
const Abandoning = z.discriminatedUnion("action", [AbandonTask, KeepAndAbandon]);
const Splitting = z.discriminatedUnion("action", [SplitTask, KeepAndSplit]);

/** The task in the command, or null for the task of the pull request. */
const Target = TaskId.nullable();

/** The arguments of `/factory deprecate` besides the module (decisions.md#deprecating-a-module). */
export const DeprecationNotice = z.strictObject({
  reason: Statement,
  migration_note: Statement,
  replacement: ModuleRef.nullable(),
});
export type DeprecationNotice = z.infer<typeof DeprecationNotice>;

/** The same maximum as in the configuration. */
export const BudgetUsd = z.number().positive().max(1_000_000);

/**
 * A fix is either in the comment, or already pushed to the task's branch (PROVIDE_FIX in requirements.md#resolutions).
 */
export const OfferedFix = z.discriminatedUnion("from", [
  z.strictObject({ from: z.literal("comment"), resolution: ProvideFix }),
  z.strictObject({ from: z.literal("branch"), fix_description: Statement.nullable() }),
]);
export type OfferedFix = z.infer<typeof OfferedFix>;

const command = <V extends Verb, S extends z.core.$ZodLooseShape>(verb: V, shape: S) =>
  z.strictObject({ verb: z.literal(verb), ...shape });

/** One complete, parsed command. `mayRun` decides whether its author may give it. */
export const Command = z.discriminatedUnion("verb", [
  command("approve", {}),
  command("reject", { reasons: Prose }),
  command("amend", { feedback: Prose }),
  command("override", { task_id: Target, resolution: ApproveOverride }),
  command("amend-spec", { task_id: Target, resolution: AmendSpec }),
  command("split", { task_id: Target, resolution: Splitting }),
  command("revise-plan", { task_id: Target, resolution: RevisePlan }),
  command("fix", { task_id: Target, fix: OfferedFix }),
  command("abandon", { task_id: Target, resolution: Abandoning }),
  command("retry", { task_id: Target, resolution: RetryTask }),
  command("ice approve", { task_id: Target }),
  /** `stay` leaves the task halted for more guidance (requirements.md#interface-change-flow). */
  command("ice reject", { task_id: Target, reason: Statement, stay: z.literal(true).exactOptional() }),
  command("ice defer", { task_id: Target }),
  command("amendment accept", { task_id: Target }),
  command("amendment reject", { task_id: Target, reason: Statement }),
  command("continue", {}),
  command("adjust", { adjustment: PlanAdjustment }),
  command("budget", { usd: BudgetUsd }),
  command("abort", {}),
  command("status", {}),
  command("pause", {}),
  command("resume", {}),
  command("undo", { task_id: TaskId }),
  command("deprecate", { module_ref: ModuleRef, notice: DeprecationNotice }),
  command("release", { module_refs: z.array(ModuleRef) }),
  command("help", { about: Verb.nullable() }),
]);
export type Command = z.infer<typeof Command>;
