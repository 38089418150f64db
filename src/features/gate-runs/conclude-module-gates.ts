import { amendmentDue, REPETITIONS } from "../../domain/enforcement/amendment-proposal.js";
import { retryKindFor, treeFor } from "../../domain/enforcement/retry-kind.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { endModule } from "../modules/end-module.js";
import { endRound, gateReasons } from "../modules/end-round.js";
import type { ModuleStep, ModuleWork, WritingActivity } from "../modules/module-work.js";
import { ask, replaceModule } from "../modules/questions.js";
import { gatesFailing, revise } from "../modules/revise-module.js";
import type { TaskEvent } from "../modules/task-event.js";
import { heardFromGates, moduleIdOf, type TaskWork } from "../modules/task-work.js";
import { MUTATION } from "./conclude-gates.js";
import { routeAmendedGates, routeGates } from "./gate-routing.js";

type Of<K extends TaskEvent["kind"]> = Extract<TaskEvent, { kind: K }>;

export function concludeModuleGates(work: TaskWork, event: Of<"gates-concluded">): Outcome<TaskWork> {
  const module = work.modules.find((candidate) => moduleIdOf(candidate) === event.module_id);
  if (module?.step.step !== "gating" || module.step.gates === null) {
    return refuse("no-gates", `no gates of ${event.module_id} are awaited`);
  }
  const { step } = module;
  const { own_tests_pass: _ofTheRunBefore, ...rest } = module;
  const passing = event.own_tests_pass === true ? { own_tests_pass: true as const } : {};
  const concluded: ModuleWork = { ...rest, ...passing, concluded: step.gates };
  return accept(afterGates(heardFromGates(work), concluded, step, event));
}

function afterGates(
  work: TaskWork,
  module: ModuleWork,
  step: Extract<ModuleStep, { step: "gating" }>,
  event: Of<"gates-concluded">,
): TaskWork {
  if (event.failures.length > 0) return afterRed(work, recorded(module, event), step.activity, event.failures);
  const { contract_failures: _endedByGreen, ...clean } = module;
  const passed: ModuleWork = {
    ...clean,
    failures: [],
    lock: event.lock ?? module.lock,
    judged: step.colour === "green" && step.gates !== null ? { head: step.head, gates: step.gates } : module.judged,
  };
  const [colour, ...later] = step.later;
  if (colour !== undefined) return replaceModule(work, { ...passed, step: { ...step, colour, later, gates: null } });
  if (step.colour === "green" && event.to_judge === true) {
    const meaning = { head: step.head, results: [] };
    return ask(work, { ...passed, meaning }, { activity: "judge", after: step.activity });
  }
  return afterGreen(work, passed, step.activity);
}

/** What follows when the gates and, if needed, the judge have passed the work. */
export function afterGreen(work: TaskWork, passed: ModuleWork, activity: WritingActivity): TaskWork {
  switch (activity) {
    case "specify":
      // Red and green of one round share its attempts (decisions.md#one-retry-budget).
      return ask(work, passed, { activity: "implement" });
    case "amend":
      return replaceModule(work, { ...passed, step: { step: "approved" } });
    default:
      return ask(work, passed, { activity: "challenge" });
  }
}

/** Adds the run's contract failures to those of earlier runs. */
function recorded(module: ModuleWork, { contract_failures = [] }: Of<"gates-concluded">): ModuleWork {
  const runs = [...(module.contract_failures ?? []), contract_failures];
  return { ...module, contract_failures: runs.slice(-REPETITIONS) };
}

/**
 * What follows a red gate: another attempt at the same activity, a failed round, or the module's end. If all three attempts
 * of a round have the same signature or contract failure, the amendment proposer is asked first.
 */
export function afterRed(
  work: TaskWork,
  module: ModuleWork,
  activity: WritingActivity,
  failures: ModuleWork["failures"],
): TaskWork {
  const progress = { ...module.progress, gate_attempts: module.progress.gate_attempts + 1 };
  // A red test file refuses no proposal: there is none about it yet.
  const ended = activity === "specify" ? module : endRound(module, "gates", gateReasons(failures));
  const failed: ModuleWork = { ...ended, failures, progress };
  const due = amendmentDue({ shipped: false, attempts: module.contract_failures ?? [] });
  return due.ok ? ask(work, failed, { activity: "propose", after: activity }) : goOnAfterRed(work, failed, activity);
}

export function goOnAfterRed(work: TaskWork, failed: ModuleWork, activity: WritingActivity): TaskWork {
  const { progress } = failed;
  const checks = failed.failures.map(({ validator }) => validator);
  const kind = retryKindFor(checks, progress.automatic_fix_used);
  const verdict = { green: false, onlyTypeOrBuildErrors: kind === "automatic-fix" };
  const route = activity === "amend" ? routeAmendedGates(verdict, progress) : routeGates(verdict, progress);
  switch (route.next) {
    case "fix-automatically":
      return ask(work, { ...failed, progress: { ...progress, automatic_fix_used: true } }, { activity });
    case "retry": {
      const tree = treeFor("fresh-attempt", failed.own_tests_pass === true);
      const fresh = activity === "implement" && tree === "restore-red-commit";
      // Only a revision may change locked tests, and nothing else is wrong (decisions.md#tests-must-notice).
      if (activity === "implement" && checks.every((check) => check === MUTATION))
        return ask(work, failed, { activity: "revise" });
      return ask(work, failed, { activity, from: fresh ? "red-commit" : "head" });
    }
    case "revise":
      return revise(work, failed);
    case "halt":
      return endModule(work, failed, gatesFailing(failed));
    case "challenge":
    case "ship":
      throw new TypeError("a red gate leads neither to the challenge nor to ship");
    default:
      return route satisfies never;
  }
}
