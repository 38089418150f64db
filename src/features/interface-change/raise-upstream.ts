import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { HaltCause } from "../halts/escalation/causes.js";
import { endTask } from "../modules/end-module.js";
import { isAwaited } from "../modules/questions.js";
import type { TaskEvent } from "../modules/task-event.js";
import { moduleIdOf, type TaskWork } from "../modules/task-work.js";

/**
 * Halts the task at once, whatever else could still be built: nothing may continue before a person has decided about
 * the contract that it depends on (requirements.md#exception-tool, decisions.md#failures-have-a-scope).
 */
export function raiseUpstream(
  work: TaskWork,
  { module_id, question, exception }: Extract<TaskEvent, { kind: "interface-change-raised" }>,
): Outcome<TaskWork> {
  const module = work.modules.find((candidate) => moduleIdOf(candidate) === module_id);
  const isOpen = question === null ? module?.step.step === "approved" : isAwaited(work, question);
  if (module === undefined || !isOpen)
    return refuse("stale-answer", `${exception.exception_id} was raised about ${module_id}, which nobody waits for`);
  const cause: HaltCause = { kind: "interface-change", exception };
  return accept(endTask(work, module, cause));
}
