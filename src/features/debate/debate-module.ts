import type { Adjudication } from "../../domain/debate/adjudication.js";
import { type ChallengeStep, routeAdjudication, routeChallenge } from "../../domain/debate/routing.js";
import { accept, type Outcome } from "../../domain/refusal.js";
import { awaiting } from "../modules/awaiting.js";
import { endModule, endTask } from "../modules/end-module.js";
import type { GateFailure, ModuleWork } from "../modules/module-work.js";
import { ask, replaceModule } from "../modules/questions.js";
import { revise } from "../modules/revise-module.js";
import type { TaskEvent } from "../modules/task-event.js";
import type { TaskWork } from "../modules/task-work.js";
import { haltOfChallenge, upstreamHalt } from "./debate-halts.js";

type Of<K extends TaskEvent["kind"]> = Extract<TaskEvent, { kind: K }>;

export function challengeModule(work: TaskWork, event: Of<"module-challenged">): Outcome<TaskWork> {
  const asked = awaiting(work, event.module_id, event.question, ["challenge"]);
  if (!asked.ok) return asked;
  const previous = asked.value.trail.challenges.at(-1);
  const { challenge } = event;
  const trail = { ...asked.value.trail, challenges: [...asked.value.trail.challenges, challenge] };
  const module: ModuleWork = { ...asked.value, trail };
  const route = routeChallenge({ challenge, previous, progress: module.progress });
  switch (route.next) {
    case "adjudicate":
      return accept(ask(work, module, { activity: "adjudicate" }));
    case "revise":
      return accept(revise(work, module));
    case "raise-interface-change":
      return accept(endTask(work, module, upstreamHalt(module, route.failures)));
    case "halt":
      return accept(endOf(route.cause)(work, module, haltOfChallenge(module, challenge, route)));
    default:
      return route satisfies never;
  }
}

/** An objection to a module ends the module. An objection to the plan ends all modules that are still to be built. */
function endOf(cause: Extract<ChallengeStep, { next: "halt" }>["cause"]): typeof endModule {
  return cause === "plan-level-failure" ? endTask : endModule;
}

export function adjudicateModule(work: TaskWork, event: Of<"module-adjudicated">): Outcome<TaskWork> {
  const asked = awaiting(work, event.module_id, event.question, ["adjudicate"]);
  if (!asked.ok) return asked;
  const { adjudication } = event;
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
      return accept(
        ask(work, { ...module, progress: { ...module.progress, gate_attempts: 0 } }, { activity: "amend" }),
      );
    case "revise":
      return accept(revise(work, { ...module, failures: [failureOf(adjudication)] }));
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

/** The rationale of a rejection, as the Proposer is given it. */
function failureOf({ rationale }: Adjudication): GateFailure {
  const fix = "Revise what the Arbiter names; if a dependency is at fault, raise an interface change exception.";
  return { validator: "arbiter", message: rationale, fix };
}
