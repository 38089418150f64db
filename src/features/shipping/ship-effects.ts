import type { Effect } from "../../engine/effects/effect.js";
import { moduleIdOf } from "../modules/task-work.js";
import type { WorkSituation } from "../modules/work-situation.js";

/** Approved modules are verified at their head, and their evidence is written. */
export function shipEffects({ taskId: task, work }: WorkSituation): Effect[] {
  if (work.stage.stage !== "building") return [];
  const question = work.questions + 1;
  // Not the key of a question: after a refusal the question of that number must be free to start.
  const key = `${task}:ship:${question}`;
  return work.modules
    .filter(({ step }) => step.step === "approved")
    .map((module) => ({ kind: "ship-module", key, task, module: moduleIdOf(module), question }));
}
