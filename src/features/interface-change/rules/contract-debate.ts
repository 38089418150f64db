import { z } from "zod";
import { AdjudicationId, ChallengeId, ProposalId } from "../../../domain/artifacts/artifact-id.js";
import type { Contract } from "../../../domain/contract/contract.js";
import { namedFields } from "../../../domain/contract/contract-fields.js";
import { MeaningfulText } from "../../../domain/contract/meaningful-text.js";
import { citationsIn } from "../../../domain/debate/citation.js";
import type { ModuleRef } from "../../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import { ContractDelta } from "./contract-delta.js";

/** The questions of a debate about a contract (requirements.md#interface-change-flow). */
const CONTRACT_QUESTIONS = {
  WELL_FORMED: "the new contract is well formed and agrees with itself",
  JUSTIFIED: "the evidence justifies the change, and no smaller one would do",
  COMPATIBLE: "what is said about those who use it is true",
} as const;
const ContractQuestion = z.enum(["WELL_FORMED", "JUSTIFIED", "COMPATIBLE"]);

const Finding = z.strictObject({
  question: ContractQuestion,
  holds: z.boolean(),
  evidence: MeaningfulText,
  /** Empty if it holds. */
  required_change: z.string().max(4_000),
});

/** The answer of a Challenger of a contract: each question once. */
export const ContractChallengeAnswer = z.strictObject({
  verdict: z.enum(["PASS", "FAIL"]),
  findings: z.array(Finding),
});
export type ContractChallengeAnswer = z.infer<typeof ContractChallengeAnswer>;

/** The Proposer's answer to objections: a complete new delta against the shipped contract, and why it meets them. */
export const ContractProposalAnswer = z.strictObject({ proposed_delta: ContractDelta, claim: MeaningfulText });
export type ContractProposalAnswer = z.infer<typeof ContractProposalAnswer>;

export const ContractRulingAnswer = z.strictObject({
  decision: z.enum(["APPROVE", "REJECT"]),
  rationale: MeaningfulText,
});
export type ContractRulingAnswer = z.infer<typeof ContractRulingAnswer>;

/** The three as they are stored, each with an id. */
export const ContractProposal = ContractProposalAnswer.extend({ proposal_id: ProposalId });
export const ContractChallenge = ContractChallengeAnswer.extend({ challenge_id: ChallengeId });
export const ContractRuling = ContractRulingAnswer.extend({ adjudication_id: AdjudicationId });

/** The objections to the contract, for the next round and for a person. */
export function objectionsOf({ findings }: ContractChallengeAnswer): string[] {
  return findings
    .filter(({ holds }) => !holds)
    .map(
      ({ question, evidence, required_change }) => `${CONTRACT_QUESTIONS[question]}: ${evidence} ${required_change}`,
    );
}

/**
 * Checks that every question is answered once, that the verdict agrees with the findings, and that evidence names
 * something of the contract.
 */
export function checkContractChallenge(
  answer: ContractChallengeAnswer,
  { contract, consumers }: { readonly contract: Contract; readonly consumers: readonly ModuleRef[] },
): Outcome<ContractChallengeAnswer> {
  const problems = [
    ...ContractQuestion.options.flatMap((question) => {
      const times = answer.findings.filter((finding) => finding.question === question).length;
      return times === 1 ? [] : [`${question} must be answered once, and is answered ${times} times`];
    }),
    ...answer.findings.flatMap(({ question, holds, required_change, evidence }) => [
      ...(holds || required_change.trim() !== "" ? [] : [`${question} does not hold: say what must change`]),
      ...(citationsIn(evidence, namesOf(contract, consumers)).length > 0
        ? []
        : [`the evidence of ${question} must name something of the contract, such as \`inputs.x\``]),
    ]),
    ...((answer.verdict === "PASS") === answer.findings.every(({ holds }) => holds)
      ? []
      : [`${answer.verdict} contradicts the findings: PASS when all hold, FAIL when one does not`]),
  ];
  return problems.length === 0 ? accept(answer) : refuse("challenge-unusable", problems.join("\n"), { problems });
}

function namesOf(contract: Contract, dependencyRefs: readonly ModuleRef[]) {
  return {
    testNames: [],
    clauseIds: contract.clauses.map(({ id }) => id),
    contractFields: [...namedFields(contract), "sync", "async", "notes"],
    dependencyRefs: [...dependencyRefs, `${contract.module_id}@${contract.module_version}`],
    validators: [],
  };
}
