import { z } from "zod";
import type { Permission, ViewPermission } from "./permission.js";
import type { Role } from "./producer.js";

/**
 * Everything that a role can be shown. The first thirteen are the rows of requirements.md#who-sees-what; the rest were
 * added (decisions.md#one-table-of-visibility).
 */
export const RoleInput = z.enum([
  "task-file",
  "module-contract",
  "dependency-contracts",
  "code-index-results",
  "schemas",
  "workspace",
  "proposal",
  "challenge",
  "adjudication",
  "implementation-source",
  "evaluation-rubric",
  "decomposition-rubric",
  "debate-trail",
  "acceptance-criteria",
  "task-description",
  "module-examples",
  "test-inventory",
  "test-files",
  "test-setup",
  "round-start",
  "changes-since",
  "unshown-values",
  "gate-results",
  "semantic-check",
  "dependency-exports",
  "do-not-import",
  "impact-analysis",
  "prior-tasks",
  "prior-decisions",
  "file-summaries",
  "sops",
  "conventions",
  "unowned-code",
  "sealed-source",
  "other-modules-diffs",
  "product-request",
  "product-draft",
  "human-feedback",
  "research",
  "interface-change",
  "reviewed-plan",
  "plan-findings",
]);
export type RoleInput = z.infer<typeof RoleInput>;

/**
 * The purpose of a call, where it widens a role's view: the debate's ordinary turns, a revision, applying amendments, a
 * shipped contract, a plan.
 */
export const Situation = z.enum(["ordinary", "on-revise", "on-amendments", "on-interface-change", "on-plan-review"]);
export type Situation = z.infer<typeof Situation>;

/** One cell of the table: how much, only in which situation, and only which part. */
export type Grant = { readonly permission: ViewPermission; readonly when?: Situation; readonly only?: string };

const full: Grant = { permission: "FULL" };
const contract: Grant = { permission: "CONTRACT_ONLY" };
const summary: Grant = { permission: "SUMMARY_ONLY" };
const only = (part: string, grant: Grant): Grant => ({ ...grant, only: part });
const when = (situation: Situation, grant: Grant): Grant => ({ ...grant, when: situation });

/**
 * Source that has shipped is closed to every role (requirements.md#opaque-implementation); so are the diffs of other
 * modules (decisions.md#what-is-known-of-dependencies).
 */
const nobody = {};

/**
 * Who is given what. A cell that is not listed is NEVER: a role is given nothing by default, not even its own earlier
 * output, because every call starts fresh (requirements.md#fresh-context).
 */
export const VISIBILITY: Readonly<Record<RoleInput, Readonly<Partial<Record<Role, Grant>>>>> = {
  // From requirements.md#who-sees-what; planner, judge and amendment proposer follow the same principle.
  "task-file": { planner: full, proposer: full, arbiter: full },
  "module-contract": { proposer: full, challenger: full, arbiter: full, judge: full, "amendment-proposer": full },
  "dependency-contracts": { planner: contract, proposer: contract, challenger: contract },
  "code-index-results": { product: full, planner: full, proposer: full },
  schemas: { planner: full, proposer: full },
  workspace: { proposer: full },
  proposal: { challenger: full, arbiter: full },
  challenge: { proposer: when("on-revise", only("failures", summary)), arbiter: full },
  adjudication: { proposer: when("on-amendments", full) },
  // A semantic check asks about the code, so the judge is shown the module it judges (requirements.md#model-as-judge).
  "implementation-source": { proposer: only("own module", full), judge: only("the module it judges", full) },
  "evaluation-rubric": { challenger: full },
  "decomposition-rubric": { planner: full, challenger: full },
  "debate-trail": { challenger: full, arbiter: full },

  // Facts that a Challenger can cite without seeing source (decisions.md#what-a-challenger-sees).
  "acceptance-criteria": { challenger: full },
  "task-description": { challenger: full },
  "module-examples": { proposer: full, challenger: full },
  "test-inventory": { challenger: full },
  // The tests are the proposal's acceptance checks, not its implementation (decisions.md#what-a-challenger-sees).
  "test-files": { proposer: only("own module", full), challenger: full, arbiter: full },
  // What everybody who writes or plans tests would look up first.
  "test-setup": { planner: full, proposer: full },
  "round-start": { proposer: full, challenger: full, arbiter: full },
  "changes-since": { challenger: full, arbiter: full },
  // Found by a program, for everybody who looks for what is missing (decisions.md#what-a-program-can-check).
  "unshown-values": { proposer: full, challenger: full, arbiter: full },
  "gate-results": { proposer: full, challenger: full, arbiter: full, "amendment-proposer": full },
  "semantic-check": { judge: full },
  "dependency-exports": { planner: contract, proposer: contract },
  "do-not-import": { proposer: full },
  "impact-analysis": { proposer: summary },
  "prior-tasks": {
    planner: only("titles, modules, and names of files", summary),
    proposer: only("titles, modules, and names of files", summary),
  },
  // Decisions of people bind the roles that do the work, for example that a shipped contract stays as it is.
  "prior-decisions": { planner: summary, proposer: summary, challenger: summary },
  "file-summaries": {
    challenger: only("signatures", summary),
    "amendment-proposer": only("signatures", summary),
  },
  sops: { planner: full, proposer: full, challenger: full, arbiter: full },
  conventions: { proposer: full, challenger: full },
  // Existing code that no module owns is readable; a pack may narrow it for size (decisions.md#unowned-code).
  "unowned-code": { planner: full, proposer: full },
  "sealed-source": nobody,
  "other-modules-diffs": nobody,

  // The Product Loop (requirements.md#product-tools).
  "product-request": { product: full },
  "product-draft": { product: full },
  "human-feedback": { product: full, proposer: when("on-revise", full) },
  research: { product: full },

  // The debate of a contract that an interface change asks for (requirements.md#interface-change-flow).
  "interface-change": {
    proposer: when("on-interface-change", full),
    challenger: when("on-interface-change", full),
    arbiter: when("on-interface-change", full),
  },

  // The review of a plan before it is locked (decisions.md#plan-review).
  "reviewed-plan": { planner: full, challenger: when("on-plan-review", full) },
  "plan-findings": { planner: full, challenger: when("on-plan-review", full) },
};

/** How much of an input a role may be given in a situation. */
export function permissionFor(role: Role, input: RoleInput, situation: Situation): Permission {
  const grant = VISIBILITY[input][role];
  if (grant === undefined) return "NEVER";
  return grant.when === undefined || grant.when === situation ? grant.permission : "NEVER";
}

export function maySee(role: Role, input: RoleInput, situation: Situation): boolean {
  return permissionFor(role, input, situation) !== "NEVER";
}
