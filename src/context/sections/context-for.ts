import type { Role } from "../../domain/artifacts/producer.js";
import type { Situation } from "../../domain/artifacts/visibility.js";
import { giveRole, type RoleContext } from "./give-role.js";
import { offersFrom } from "./offers.js";
import type { Call, Needs, RoleFacts } from "./role-facts.js";

type TaskCall = Call & { readonly task: NonNullable<Call["task"]> };

export function contextForProduct(call: Call & { readonly task: null }, facts: Needs<"request">): RoleContext {
  return contextFor("product", "ordinary", call, facts);
}

export function contextForPlanner(call: TaskCall, facts: Needs<"taskFile">): RoleContext {
  return contextFor("planner", "ordinary", call, facts);
}

/** The review of a plan: the task, and the plan. */
export function contextForPlanReview(
  call: TaskCall,
  facts: Needs<"acceptanceCriteria" | "taskDescription" | "reviewedPlan">,
): RoleContext {
  // The other rubric is for a module that was built.
  const offers = offersFrom(facts, call).filter(({ input }) => input !== "evaluation-rubric");
  return giveRole("challenger", "on-plan-review", call, offers);
}

export function contextForSpecify(call: TaskCall, facts: Needs<"taskFile" | "module">): RoleContext {
  return contextFor("proposer", "ordinary", call, facts);
}

export function contextForImplement(call: TaskCall, facts: Needs<"taskFile" | "module" | "contract">): RoleContext {
  return contextFor("proposer", "ordinary", call, facts);
}

/** A revision answers a challenge, or people's remarks on the pull request. */
export function contextForRevise(call: TaskCall, facts: Needs<"taskFile" | "module" | "contract">): RoleContext {
  return contextFor("proposer", "on-revise", call, facts);
}

export function contextForAmend(
  call: TaskCall,
  facts: Needs<"taskFile" | "module" | "contract" | "adjudication">,
): RoleContext {
  return contextFor("proposer", "on-amendments", call, facts);
}

export function contextForChallenge(
  call: TaskCall,
  facts: Needs<
    | "contract"
    | "examples"
    | "proposal"
    | "inventory"
    | "testFiles"
    | "gates"
    | "acceptanceCriteria"
    | "taskDescription"
  >,
): RoleContext {
  return contextFor("challenger", "ordinary", call, facts);
}

export function contextForAdjudicate(
  call: TaskCall,
  facts: Needs<"taskFile" | "contract" | "proposal" | "challenge" | "testFiles" | "gates">,
): RoleContext {
  return contextFor("arbiter", "ordinary", call, facts);
}

/** The debate of a contract: the role, and the change. */
export function contextForContract(
  role: Extract<Role, "proposer" | "challenger" | "arbiter">,
  call: TaskCall,
  facts: Needs<"contract" | "interfaceChange">,
): RoleContext {
  return contextFor(role, "on-interface-change", call, facts);
}

export function contextForJudge(call: TaskCall, facts: Needs<"contract" | "semanticCheck" | "sources">): RoleContext {
  return contextFor("judge", "ordinary", call, facts);
}

export function contextForAmendmentProposal(call: TaskCall, facts: Needs<"contract" | "gates">): RoleContext {
  return contextFor("amendment-proposer", "ordinary", call, facts);
}

function contextFor(role: Role, situation: Situation, call: Call, facts: RoleFacts): RoleContext {
  return giveRole(role, situation, call, offersFrom(facts, call));
}
