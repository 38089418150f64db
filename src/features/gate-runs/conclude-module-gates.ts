import { amendmentDue, REPETITIONS } from "../../domain/enforcement/amendment-proposal.js";
import { retryKindFor, treeFor } from "../../domain/enforcement/retry-kind.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { endModule } from "../modules/end-module.js";
import { endRound, gateReasons } from "../modules/end-round.js";
import type { ModuleStep, ModuleWork, WritingMove } from "../modules/module-work.js";
import { ask, replaceModule } from "../modules/questions.js";
import { gatesFailing, revise } from "../modules/revise-module.js";
import type { TaskEvent } from "../modules/task-event.js";
import { heardFromGates, moduleIdOf, type TaskWork } from "../modules/task-work.js";
import { routeAmendedGates, routeGates } from "./gate-routing.js";

type Of<K extends TaskEvent["kind"]> = Extract<TaskEvent, { kind: K }>;

export function concludeModuleGates(work: TaskWork, move: Of<"gates-concluded">): Outcome<TaskWork> {
  const module = work.modules.find((candidate) => moduleIdOf(candidate) === move.module_id);
  if (module?.step.step !== "gating" || module.step.gates === null) {
    return refuse("no-gates", `no gates of ${move.module_id} are awaited`);
  }
  const { step } = module;
  const concluded = { ...module, concluded: step.gates };
  return accept(afterGates(heardFromGates(work), concluded, step, move));
}

function afterGates(
  work: TaskWork,
  module: ModuleWork,
  step: Extract<ModuleStep, { step: "gating" }>,
  move: Of<"gates-concluded">,
): TaskWork {
  if (move.failures.length > 0) return afterRed(work, recorded(module, move), step.move, move.failures);
  const { contract_failures: _endedByGreen, ...clean } = module;
  const passed: ModuleWork = {
    ...clean,
    failures: [],
    lock: move.lock ?? module.lock,
    judged: step.colour === "green" && step.gates !== null ? { head: step.head, gates: step.gates } : module.judged,
  };
  const [colour, ...later] = step.later;
  if (colour !== undefined) return replaceModule(work, { ...passed, step: { ...step, colour, later, gates: null } });
  if (step.colour === "green" && move.to_judge === true) {
    const meaning = { head: step.head, results: [] };
    return ask(work, { ...passed, meaning }, { move: "judge", after: step.move });
  }
  return afterGreen(work, passed, step.move);
}

/** What follows when the gates and, if needed, the judge have passed the work. */
export function afterGreen(work: TaskWork, passed: ModuleWork, move: WritingMove): TaskWork {
  switch (move) {
    case "specify":
      // Red and green of one round share its attempts (decisions.md#one-retry-budget).
      return ask(work, passed, { move: "implement" });
    case "amend":
      return replaceModule(work, { ...passed, step: { step: "approved" } });
    default:
      return ask(work, passed, { move: "challenge" });
  }
}

/** Adds the run's contract failures to those of earlier runs. */
function recorded(module: ModuleWork, { contract_failures = [] }: Of<"gates-concluded">): ModuleWork {
  const runs = [...(module.contract_failures ?? []), contract_failures];
  return { ...module, contract_failures: runs.slice(-REPETITIONS) };
}

/**
 * What follows a red gate: another attempt at the same move, a failed round, or the module's end. If all three attempts
 * of a round have the same signature or contract failure, the amendment proposer is asked first.
 */
export function afterRed(
  work: TaskWork,
  module: ModuleWork,
  move: WritingMove,
  failures: ModuleWork["failures"],
): TaskWork {
  const progress = { ...module.progress, gate_attempts: module.progress.gate_attempts + 1 };
  // A red test file refuses no proposal: there is none about it yet.
  const ended = move === "specify" ? module : endRound(module, "gates", gateReasons(failures));
  const failed: ModuleWork = { ...ended, failures, progress };
  const due = amendmentDue({ shipped: false, attempts: module.contract_failures ?? [] });
  return due.ok ? ask(work, failed, { move: "propose", after: move }) : goOnAfterRed(work, failed, move);
}

export function goOnAfterRed(work: TaskWork, failed: ModuleWork, move: WritingMove): TaskWork {
  const { progress } = failed;
  const checks = failed.failures.map(({ validator }) => validator);
  const kind = retryKindFor(checks, progress.automatic_fix_used);
  const verdict = { green: false, onlyTypeOrBuildErrors: kind === "automatic-fix" };
  const route = move === "amend" ? routeAmendedGates(verdict, progress) : routeGates(verdict, progress);
  switch (route.next) {
    case "fix-automatically":
      return ask(work, { ...failed, progress: { ...progress, automatic_fix_used: true } }, { move });
    case "retry": {
      const fresh = move === "implement" && treeFor("fresh-attempt") === "restore-red-commit";
      return ask(work, failed, { move, from: fresh ? "red-commit" : "head" });
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
