import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { failRound } from "../gate-runs/gate-routing.js";
import { endModule } from "../modules/end-module.js";
import { endRound } from "../modules/end-round.js";
import type { ModuleWork } from "../modules/module-work.js";
import { replaceModule } from "../modules/questions.js";
import { revise } from "../modules/revise-module.js";
import type { TaskEvent } from "../modules/task-event.js";
import { moduleIdOf, type TaskWork } from "../modules/task-work.js";

type Of<K extends TaskEvent["kind"]> = Extract<TaskEvent, { kind: K }>;

/** Approved work with its evidence becomes one more commit. With it the module has shipped on its branch. */
export function prepareShip(work: TaskWork, { module_id, question }: Of<"ship-prepared">): Outcome<TaskWork> {
  const module = work.modules.find((candidate) => moduleIdOf(candidate) === module_id);
  if (module?.step.step !== "approved") return refuse("not-approved", `${module_id} is not ready to ship`);
  if (question !== work.questions + 1) return refuse("stale-answer", `question ${question} is not the next one`);
  return accept(replaceModule({ ...work, questions: question }, { ...module, step: { step: "shipping", question } }));
}

/**
 * Whether this module completes the branch. Its evidence is then the head that is judged as a whole and merged. A
 * module that failed or was reopened ships later and completes it then.
 */
export function completesBranch({ modules }: Pick<TaskWork, "modules">, last: Pick<ModuleWork, "module_ref">): boolean {
  return modules.every(
    ({ module_ref, reused, step }) => module_ref === last.module_ref || reused || step.step === "shipped",
  );
}

/** A failure at ship fails the round, which is revised while revisions are left (decisions.md#one-retry-budget). */
export function refuseShip(work: TaskWork, { module_id, failures, cause }: Of<"ship-refused">): Outcome<TaskWork> {
  const module = work.modules.find((candidate) => moduleIdOf(candidate) === module_id);
  if (module?.step.step !== "approved") return refuse("not-approved", `${module_id} is not ready to ship`);
  const ended = endRound(
    module,
    "ship",
    failures.map(({ message }) => message),
  );
  const failed: ModuleWork = { ...ended, failures };
  const { next } = failRound("tests-failing", module.progress);
  return accept(next === "revise" ? revise(work, failed) : endModule(work, failed, cause));
}
