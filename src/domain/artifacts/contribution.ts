import { z } from "zod";
import { Instant, TaskId } from "../ids.js";
import { ContextPackId, ContributionId } from "./artifact-id.js";
import { contextPackProblem, Producer } from "./producer.js";

/**
 * Which producer each type of contribution comes from: the method's six, and product, plan review, judge and amendment
 * (decisions.md#usage-is-a-ledger).
 */
export const CONTRIBUTION_PRODUCERS = {
  PRODUCT_SPEC: ["product"],
  MICRO_PLAN: ["planner", "person"],
  PLAN_REVIEW: ["challenger"],
  CONTRACT: ["proposer"],
  IMPLEMENTATION: ["proposer", "person"],
  CHALLENGE: ["challenger"],
  ADJUDICATION: ["arbiter", "person"],
  JUDGEMENT: ["judge"],
  CONTRACT_AMENDMENT: ["amendment-proposer", "person"],
  SHIP_EVIDENCE: ["loop"],
} as const satisfies Record<string, readonly Producer["role"][]>;

export const ContributionType = z.enum(
  Object.keys(CONTRIBUTION_PRODUCERS) as [
    keyof typeof CONTRIBUTION_PRODUCERS,
    ...(keyof typeof CONTRIBUTION_PRODUCERS)[],
  ],
);
export type ContributionType = z.infer<typeof ContributionType>;

/**
 * One accepted result of one invocation (requirements.md#contributions). A task's contributions, in order, are its
 * audit trail.
 */
export const Contribution = z
  .strictObject({
    contribution_id: ContributionId,
    type: ContributionType,
    produced_by: Producer,
    /** An artifact's id, or the path of the record where the result is not one of the thirteen types. */
    artifact_ref: z.string().min(1),
    /** Empty for the product spec, which comes before there are tasks. */
    task_ref: z.union([TaskId, z.literal("")]),
    created_at: Instant,
    context_pack_ref: ContextPackId.nullable(),
  })
  .superRefine((contribution, context) => {
    for (const [field, message] of contributionProblems(contribution)) {
      context.addIssue({ code: "custom", path: [field], message });
    }
  });
export type Contribution = z.infer<typeof Contribution>;

function contributionProblems({ type, produced_by, task_ref, context_pack_ref }: Contribution): [string, string][] {
  const problems: [string, string][] = [];
  const producers: readonly Producer["role"][] = CONTRIBUTION_PRODUCERS[type];
  if (!producers.includes(produced_by.role)) {
    problems.push(["produced_by", `a ${type} comes from ${producers.join(" or ")}, not from ${produced_by.role}`]);
  }
  if ((task_ref === "") !== (type === "PRODUCT_SPEC")) {
    problems.push([
      "task_ref",
      type === "PRODUCT_SPEC" ? "must be empty: a product spec has no task" : "must name the task",
    ]);
  }
  const packProblem = contextPackProblem(produced_by, context_pack_ref);
  if (packProblem !== undefined) problems.push(["context_pack_ref", packProblem]);
  return problems;
}
