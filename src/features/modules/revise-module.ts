import { startRevision } from "../../domain/debate/debate-progress.js";
import type { ModuleId } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { HaltCause } from "../halts/escalation/causes.js";
import { firstOf } from "../halts/escalation/left-out.js";
import { endModule } from "./end-module.js";
import { endRound } from "./end-round.js";
import type { ModuleWork } from "./module-work.js";
import { ask } from "./questions.js";
import { moduleIdOf, type TaskWork } from "./task-work.js";

/**
 * A revision answers what was found in a proposal. Where nothing was proposed yet, the attempts at it are all there are,
 * and a person decides (decisions.md#one-retry-budget).
 */
export function revise(work: TaskWork, module: ModuleWork): TaskWork {
  const progress = startRevision(module.progress);
  if (!progress.ok || module.trail.proposals.length === 0) return endModule(work, module, gatesFailing(module));
  return ask(work, { ...module, progress: progress.value }, { activity: "revise" });
}

/** Revises approved work once more while a revision is left: a model does not overrule people's remarks. */
export function askRevision(work: TaskWork, moduleId: ModuleId): Outcome<TaskWork> {
  const module = work.modules.find((candidate) => moduleIdOf(candidate) === moduleId);
  if (module?.step.step !== "approved") return refuse("not-approved", `${moduleId} is not ready to ship`);
  const progress = startRevision(module.progress);
  if (!progress.ok) return progress;
  const ended = endRound(module, "remarks", ["People wrote remarks on the pull request after it was approved."]);
  return accept(ask(work, { ...ended, progress: progress.value }, { activity: "revise" }));
}

export function gatesFailing(module: ModuleWork): HaltCause {
  const { listed, ...rest } = firstOf(module.failures, whereAllAre(module));
  return {
    kind: "gates-failing",
    module: module.module_ref,
    attempts: Math.max(1, module.progress.gate_attempts),
    failures: listed.map(({ validator, message }) => ({ validator, message })),
    ...contestedOf(module),
    ...rest,
  };
}

/** What was said against gates that are red now. */
function contestedOf({ failures, contested = [] }: ModuleWork) {
  const red = contested.filter(({ validator }) => failures.some((failure) => failure.validator === validator));
  return red.length === 0 ? {} : { contested: red.map(({ question: _, ...contest }) => contest) };
}

/**
 * The paths of the last gate reports and the judge's verdicts, relative to the task's folder, because the work does not
 * know its task's name.
 */
function whereAllAre({ concluded, meaning, ...module }: ModuleWork): string {
  const reports = concluded === null ? ["gates"] : Object.values(concluded.nonces).map((nonce) => `gates/${nonce}.yml`);
  const verdicts = meaning === undefined ? [] : [`modules/${moduleIdOf(module)}/judgements`];
  return `${[...reports, ...verdicts].join(" and ")} in the task's folder under .factory/tasks`;
}
