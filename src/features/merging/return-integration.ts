import { revisionsLeft, startRevision } from "../../domain/debate/debate-progress.js";
import type { ModuleId } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { ask, replaceModule } from "../modules/questions.js";
import type { TaskEvent } from "../modules/task-event.js";
import { heardFromGates, moduleIdOf, type TaskWork } from "../modules/task-work.js";

type Returned = Extract<TaskEvent, { kind: "integration-returned" }>;

/** The ended gates of the whole branch. Their findings stay visible until the branch has another head. */
export function endedIntegration({ stage }: Pick<TaskWork, "stage">): Pick<TaskWork, "integrated"> {
  return stage.stage === "integrating" && stage.gates !== null ? { integrated: stage.gates } : {};
}

/** The ended gates of a module. Their findings stay visible, and they are requested again when the work continues. */
export function endedGates({ modules }: Pick<TaskWork, "modules">, moduleId: ModuleId): Pick<TaskWork, "modules"> {
  return {
    modules: modules.map((module) => {
      const { step } = module;
      if (moduleIdOf(module) !== moduleId || step.step !== "gating" || step.gates === null) return module;
      return { ...module, concluded: step.gates, step: { ...step, gates: null } };
    }),
  };
}

/**
 * The module to which a red branch can be returned: the one built last, while it has a revision left. Null if there is
 * none.
 */
export function returnable({ modules }: Pick<TaskWork, "modules">): ModuleId | null {
  const built = modules.filter(({ reused, step }) => !reused && step.step === "shipped");
  const last = built.at(-1);
  return last === undefined || revisionsLeft(last.progress) === 0 ? null : moduleIdOf(last);
}

/**
 * Reopens a module that has shipped on its branch only. Its revision is gated, challenged and shipped like any other.
 */
export function returnToModule(work: TaskWork, { module_id, failures }: Returned): Outcome<TaskWork> {
  if (work.stage.stage !== "integrating" || work.stage.gates === null)
    return refuse("no-gates", "no gates of the whole branch are awaited");
  const module = work.modules.find((candidate) => moduleIdOf(candidate) === module_id);
  if (module?.step.step !== "shipped" || module.reused)
    return refuse("not-shipped", `${module_id} has not shipped on this branch`);
  const progress = startRevision(module.progress);
  if (!progress.ok) return progress;
  const { overridden_in: _forWhatStoodBefore, ...rest } = module;
  const opened = { ...rest, progress: progress.value, failures };
  const building: TaskWork = { ...heardFromGates(work), ...endedIntegration(work), stage: { stage: "building" } };
  return accept(ask(replaceModule(building, opened), opened, { activity: "revise" }));
}
