import type { ModuleId } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { HaltCause } from "../halts/escalation/causes.js";
import type { ModuleWork } from "./module-work.js";
import { replaceModule, startNextModule } from "./questions.js";
import { moduleIdOf, type TaskWork } from "./task-work.js";

export function failModule(work: TaskWork, moduleId: ModuleId, cause: HaltCause): Outcome<TaskWork> {
  const module = work.modules.find((candidate) => moduleIdOf(candidate) === moduleId);
  if (module === undefined) return refuse("unknown-module", `${moduleId} is not a module of this task`);
  return accept(endModule(work, module, cause));
}

export function endModule(work: TaskWork, module: ModuleWork, cause: HaltCause): TaskWork {
  return startNextModule(replaceModule(work, { ...module, step: { step: "failed", cause } }));
}

/**
 * Ends the task together with the module: nothing else starts before a person has decided
 * (decisions.md#failures-have-a-scope).
 */
export function endTask(work: TaskWork, module: ModuleWork, cause: HaltCause): TaskWork {
  return { ...replaceModule(work, { ...module, step: { step: "failed", cause } }), halting: cause };
}
