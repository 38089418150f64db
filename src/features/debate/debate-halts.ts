import type { Challenge } from "../../domain/debate/challenge.js";
import type { ChallengeStep, UpstreamFailure } from "../../domain/debate/routing.js";
import type { HaltCause } from "../halts/escalation/causes.js";
import type { ModuleWork } from "../modules/module-work.js";

type Halting = Extract<ChallengeStep, { next: "halt" }>;

export function haltOfChallenge(module: ModuleWork, challenge: Challenge, route: Halting): HaltCause {
  if (route.cause === "repeated-objection") {
    const objections = route.objections.map(({ first, again }) => ({ first, again }));
    return { kind: "repeated-objection", module: module.module_ref, objections };
  }
  return {
    kind: "plan-level-failure",
    module: module.module_ref,
    challenge_id: challenge.challenge_id,
    failures: [...route.failures],
  };
}

/**
 * A shipped contract blocks this module, and no revision can change that. Until the exception is on record, a person
 * can only decide about the plan.
 */
export function upstreamHalt(module: ModuleWork, failures: readonly UpstreamFailure[]): HaltCause {
  const challenge = module.trail.challenges.at(-1);
  if (challenge === undefined) throw new TypeError("an upstream failure comes from a challenge");
  return {
    kind: "plan-level-failure",
    module: module.module_ref,
    challenge_id: challenge.challenge_id,
    failures: [...failures],
  };
}
