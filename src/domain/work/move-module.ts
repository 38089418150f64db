import { startRevision } from "../debate/debate-progress.js";
import { failRound, phaseOfRevision, routeAmendedGates, routeGates } from "../debate/gate-routing.js";
import { routeAdjudication, routeChallenge } from "../debate/routing.js";
import { retryKindFor, treeFor } from "../enforcement/retry-kind.js";
import type { HaltCause } from "../escalation/causes.js";
import type { ModuleId } from "../ids.js";
import { accept, type Outcome, refuse } from "../refusal.js";
import { haltOfChallenge, upstreamHalt } from "./debate-halts.js";
import type { Colour } from "./gates-awaited.js";
import type { ModuleMove, ModuleStep, ModuleWork } from "./module-work.js";
import { ask, replaceModule, startNextModule } from "./questions.js";
import type { TaskMove } from "./task-move.js";
import { moduleIdOf, type TaskWork } from "./task-work.js";

type Of<K extends TaskMove["kind"]> = Extract<TaskMove, { kind: K }>;

export function specifyModule(work: TaskWork, move: Of<"module-specified">): Outcome<TaskWork> {
  const asked = awaiting(work, move.module_id, move.question, ["specify"]);
  return asked.ok ? accept(commitDue(work, asked.value, move.question, "specify", ["red"])) : asked;
}

/** A revision that touches contract or tests is specified again: red first, then green (RULES, retries). */
export function proposeModule(work: TaskWork, move: Of<"module-proposed">): Outcome<TaskWork> {
  const asked = awaiting(work, move.module_id, move.question, ["implement", "revise", "amend"]);
  if (!asked.ok) return asked;
  const changed = { contract: move.contract_changed, tests: move.tests_changed };
  if (move.move === "implement" && (changed.contract || changed.tests)) {
    return refuse("locked", `${move.module_id} was implemented with another contract or other tests than were locked`);
  }
  const gates: Colour[] = phaseOfRevision(changed) === "specifying" ? ["red", "green"] : ["green"];
  const module = asked.value;
  const trail = { ...module.trail, proposals: [...module.trail.proposals, move.proposal] };
  return accept(commitDue(work, { ...module, trail }, move.question, move.move, gates));
}

function commitDue(
  work: TaskWork,
  module: ModuleWork,
  question: number,
  move: Extract<ModuleStep, { step: "committing" }>["move"],
  gates: Colour[],
): TaskWork {
  return replaceModule(work, { ...module, step: { step: "committing", move, question, gates } });
}

export function commitModule(work: TaskWork, { question, head }: Of<"work-committed">): Outcome<TaskWork> {
  const module = work.modules.find(
    ({ step }) => (step.step === "committing" || step.step === "shipping") && step.question === question,
  );
  if (module === undefined) return refuse("nothing-to-commit", `no commit of question ${question} is awaited`);
  const { step } = module;
  if (step.step === "shipping") {
    return accept(startNextModule(replaceModule({ ...work, head }, { ...module, step: { step: "shipped", head } })));
  }
  if (step.step !== "committing") throw new TypeError("only a commit that is due can be made");
  const [colour, ...later] = step.gates;
  if (colour === undefined) throw new TypeError("a commit of work always has gates after it");
  const gating: ModuleStep = { step: "gating", move: step.move, question, head, colour, later, gates: null };
  return accept(replaceModule({ ...work, head }, { ...module, step: gating, written_in: question }));
}

export function concludeModuleGates(work: TaskWork, move: Of<"gates-concluded">): Outcome<TaskWork> {
  const module = work.modules.find((candidate) => moduleIdOf(candidate) === move.module_id);
  if (module?.step.step !== "gating" || module.step.gates === null) {
    return refuse("no-gates", `no gates of ${move.module_id} are awaited`);
  }
  const { step } = module;
  const concluded = { ...module, concluded: step.gates };
  return accept(afterGates({ ...work, lost_gates: 0 }, concluded, step, move));
}

function afterGates(
  work: TaskWork,
  module: ModuleWork,
  step: Extract<ModuleStep, { step: "gating" }>,
  move: Of<"gates-concluded">,
): TaskWork {
  if (move.failures.length > 0) return afterRed(work, module, step, move);
  const passed: ModuleWork = {
    ...module,
    failures: [],
    lock: move.lock ?? module.lock,
    judged: step.colour === "green" && step.gates !== null ? { head: step.head, gates: step.gates } : module.judged,
  };
  const [colour, ...later] = step.later;
  if (colour !== undefined) return replaceModule(work, { ...passed, step: { ...step, colour, later, gates: null } });
  switch (step.move) {
    case "specify":
      // Red and green of one round share its attempts, but the specification is done: the code starts with all of them.
      return ask(work, { ...passed, progress: { ...passed.progress, gate_attempts: 0 } }, { move: "implement" });
    case "amend":
      return replaceModule(work, { ...passed, step: { step: "approved" } });
    default:
      return ask(work, passed, { move: "challenge" });
  }
}

/** A red gate: another attempt at the same move, a failed round, or the module's end. */
function afterRed(
  work: TaskWork,
  module: ModuleWork,
  step: Extract<ModuleStep, { step: "gating" }>,
  { failures }: Of<"gates-concluded">,
): TaskWork {
  const progress = { ...module.progress, gate_attempts: module.progress.gate_attempts + 1 };
  const checks = failures.map(({ validator }) => validator);
  const kind = retryKindFor(checks, progress.automatic_fix_used);
  const verdict = { green: false, onlyTypeOrBuildErrors: kind === "automatic-fix" };
  const failed: ModuleWork = { ...module, failures, progress };
  const route = step.move === "amend" ? routeAmendedGates(verdict, progress) : routeGates(verdict, progress);
  switch (route.next) {
    case "fix-automatically":
      return ask(work, { ...failed, progress: { ...progress, automatic_fix_used: true } }, { move: step.move });
    case "retry": {
      const fresh = step.move === "implement" && treeFor("fresh-attempt") === "restore-red-commit";
      return ask(work, failed, { move: step.move, from: fresh ? "red-commit" : "head" });
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

function gatesFailing(module: ModuleWork): HaltCause {
  return {
    kind: "gates-failing",
    module: module.module_ref,
    attempts: Math.max(1, module.progress.gate_attempts),
    failures: module.failures.map(({ validator, message }) => ({ validator, message })),
  };
}

/** A module that was never green has nothing to revise: it is specified or implemented again. */
function revise(work: TaskWork, module: ModuleWork): TaskWork {
  const progress = startRevision(module.progress);
  if (!progress.ok) return endModule(work, module, gatesFailing(module));
  const move: ModuleMove =
    module.trail.proposals.length > 0 ? "revise" : module.lock === null ? "specify" : "implement";
  return ask(work, { ...module, progress: progress.value }, { move });
}

/** Approved work goes round once more while a revision is left: people's remarks are not overruled by a model. */
export function askRevision(work: TaskWork, moduleId: ModuleId): Outcome<TaskWork> {
  const module = work.modules.find((candidate) => moduleIdOf(candidate) === moduleId);
  if (module?.step.step !== "approved") return refuse("not-approved", `${moduleId} is not ready to ship`);
  const progress = startRevision(module.progress);
  if (!progress.ok) return progress;
  return accept(ask(work, { ...module, progress: progress.value }, { move: "revise" }));
}

export function challengeModule(work: TaskWork, move: Of<"module-challenged">): Outcome<TaskWork> {
  const asked = awaiting(work, move.module_id, move.question, ["challenge"]);
  if (!asked.ok) return asked;
  const previous = asked.value.trail.challenges.at(-1);
  const { challenge } = move;
  const trail = { ...asked.value.trail, challenges: [...asked.value.trail.challenges, challenge] };
  const module: ModuleWork = { ...asked.value, trail };
  const route = routeChallenge({ challenge, previous, progress: module.progress });
  switch (route.next) {
    case "adjudicate":
      return accept(ask(work, module, { move: "adjudicate" }));
    case "revise":
      return accept(revise(work, module));
    case "raise-interface-change":
      return accept(endModule(work, module, upstreamHalt(module, route.failures)));
    case "halt":
      return accept(endModule(work, module, haltOfChallenge(module, challenge, route)));
    default:
      return route satisfies never;
  }
}

export function adjudicateModule(work: TaskWork, move: Of<"module-adjudicated">): Outcome<TaskWork> {
  const asked = awaiting(work, move.module_id, move.question, ["adjudicate"]);
  if (!asked.ok) return asked;
  const { adjudication } = move;
  const module: ModuleWork = {
    ...asked.value,
    trail: { ...asked.value.trail, adjudications: [...asked.value.trail.adjudications, adjudication] },
  };
  const route = routeAdjudication({
    decision: adjudication.decision,
    verdict: module.trail.challenges.at(-1)?.verdict ?? "FAIL",
    gatesPassed: module.judged !== null && module.failures.length === 0,
    progress: module.progress,
  });
  if (!route.ok) return route;
  switch (route.value.next) {
    case "ship":
      return accept(replaceModule(work, { ...module, step: { step: "approved" } }));
    case "amend":
      return accept(ask(work, { ...module, progress: { ...module.progress, gate_attempts: 0 } }, { move: "amend" }));
    case "revise":
      return accept(revise(work, module));
    case "halt":
      return accept(
        endModule(work, module, {
          kind: "debate-rejected",
          module: module.module_ref,
          adjudication_id: adjudication.adjudication_id,
          rationale: adjudication.rationale,
        }),
      );
    default:
      return route.value satisfies never;
  }
}

/** Approved work whose evidence is written becomes one more commit; with it the module has shipped on its branch. */
export function prepareShip(work: TaskWork, { module_id, question }: Of<"ship-prepared">): Outcome<TaskWork> {
  const module = work.modules.find((candidate) => moduleIdOf(candidate) === module_id);
  if (module?.step.step !== "approved") return refuse("not-approved", `${module_id} is not ready to ship`);
  if (question !== work.questions + 1) return refuse("stale-answer", `question ${question} is not the next one`);
  return accept(replaceModule({ ...work, questions: question }, { ...module, step: { step: "shipping", question } }));
}

export function failModule(work: TaskWork, moduleId: ModuleId, cause: HaltCause): Outcome<TaskWork> {
  const module = work.modules.find((candidate) => moduleIdOf(candidate) === moduleId);
  if (module === undefined) return refuse("unknown-module", `${moduleId} is not a module of this task`);
  return accept(endModule(work, module, cause));
}

/** Failing at ship fails the round: it is revised while revisions are left (RULES, retries). */
export function refuseShip(work: TaskWork, { module_id, failures, cause }: Of<"ship-refused">): Outcome<TaskWork> {
  const module = work.modules.find((candidate) => moduleIdOf(candidate) === module_id);
  if (module?.step.step !== "approved") return refuse("not-approved", `${module_id} is not ready to ship`);
  const failed: ModuleWork = { ...module, failures };
  const { next } = failRound("tests-failing", module.progress);
  return accept(next === "revise" ? revise(work, failed) : endModule(work, failed, cause));
}

function endModule(work: TaskWork, module: ModuleWork, cause: HaltCause): TaskWork {
  return startNextModule(replaceModule(work, { ...module, step: { step: "failed", cause } }));
}

function awaiting(
  work: TaskWork,
  moduleId: ModuleId,
  question: number,
  moves: readonly ModuleMove[],
): Outcome<ModuleWork> {
  const module = work.modules.find((candidate) => moduleIdOf(candidate) === moduleId);
  const isOpen =
    module?.step.step === "asking" && module.step.question === question && moves.includes(module.step.move);
  if (module === undefined || !isOpen || work.stage.stage !== "building") {
    return refuse("stale-answer", `question ${question} about ${moduleId} is no longer open`);
  }
  return accept(module);
}
