import type { CommandResult, Given } from "../../../commands/define-command.js";
import type { TaskId } from "../../../domain/ids.js";
import type { Outcome } from "../../../domain/refusal.js";
import type { Situation } from "../../../engine/situation.js";
import type { HumanResolution } from "../resolution/human-resolution.js";
import { resolveTask } from "../resolution/resolve-task.js";

/** The arguments of a command that decides about a halted task. */
export type TaskDecision = { readonly task_id: TaskId | null; readonly resolution: HumanResolution };

/** Applies it to the task that it names, or to that of the place. */
export function decideTask(
  situation: Situation,
  { task_id, resolution }: TaskDecision,
  { comment, task }: Given,
): Outcome<CommandResult> {
  return resolveTask(situation, { task: task_id ?? task, resolution, comment });
}
