import type { ModuleId } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { ModuleActivity, ModuleWork } from "./module-work.js";
import { moduleIdOf, type TaskWork } from "./task-work.js";

/** The module, if this question about it is open. */
export function awaiting(
  work: TaskWork,
  moduleId: ModuleId,
  question: number,
  activities: readonly ModuleActivity[],
): Outcome<ModuleWork> {
  const module = work.modules.find((candidate) => moduleIdOf(candidate) === moduleId);
  const isOpen =
    module?.step.step === "asking" && module.step.question === question && activities.includes(module.step.activity);
  if (module === undefined || !isOpen || work.stage.stage !== "building") {
    return refuse("stale-answer", `question ${question} about ${moduleId} is no longer open`);
  }
  return accept(module);
}
