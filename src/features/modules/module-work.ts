import { z } from "zod";
import { EscalationId, ProposalId } from "../../domain/artifacts/artifact-id.js";
import { ArtifactEnvelope } from "../../domain/artifacts/envelope.js";
import { RepoPath } from "../../domain/contract/repo-path.js";
import { DebateProgress } from "../../domain/debate/debate-progress.js";
import { AmendmentProposal } from "../../domain/enforcement/amendment-proposal.js";
import { AssertionResult } from "../../domain/enforcement/assertion-result.js";
import { ContractAmendment } from "../../domain/enforcement/contract-amendment.js";
import { Violation } from "../../domain/enforcement/retry-context.js";
import { ContestedGate } from "../../domain/gates/contested-gate.js";
import { Digest, ModuleId, ModuleRef, Sha } from "../../domain/ids.js";
import { Colour, GatesAwaited } from "../gate-runs/gates-awaited.js";
import { HaltCause } from "../halts/escalation/causes.js";
import { DebateTrail } from "../halts/escalation/escalation.js";
import { Replaced } from "./artifacts/artifact-parts.js";

/** The questions to roles while a module is built. */
export const ModuleActivity = z.enum([
  "specify",
  "implement",
  "revise",
  "amend",
  "judge",
  "propose",
  "challenge",
  "adjudicate",
]);
export type ModuleActivity = z.infer<typeof ModuleActivity>;

/** The activities that write files; the others only judge. */
export const WritingActivity = ModuleActivity.exclude(["judge", "propose", "challenge", "adjudicate"]);
export type WritingActivity = z.infer<typeof WritingActivity>;

/** The number of a question within its task. It identifies the job, the answer's file and its commit. */
export const QuestionNumber = z.int().positive();

/** The step of a module. Every transition is a state commit, so the work resumes at the last one after a crash. */
export const ModuleStep = z.discriminatedUnion("step", [
  z.strictObject({ step: z.literal("waiting") }),
  z.strictObject({
    step: z.literal("asking"),
    activity: ModuleActivity,
    question: QuestionNumber,
    /** How often this activity was asked for this module, from 1. It is part of a recording's key. */
    attempt: z.int().positive(),
    /**
     * A fresh attempt starts from the red commit, a fix from the present tree
     * (decisions.md#which-tree-an-attempt-starts-from).
     */
    from: z.enum(["head", "red-commit"]),
    /** The activity whose gates ended last, while the judge or the amendment proposer is asked about them. */
    after: WritingActivity.optional(),
  }),
  /** Its contract may be wrong: a person decides about an amendment. */
  z.strictObject({ step: z.literal("awaiting-amendment"), amendment: ContractAmendment }),
  z.strictObject({
    step: z.literal("committing"),
    activity: WritingActivity,
    question: QuestionNumber,
    gates: z.array(Colour).min(1),
  }),
  z.strictObject({
    step: z.literal("gating"),
    activity: WritingActivity,
    question: QuestionNumber,
    head: Sha,
    colour: Colour,
    later: z.array(Colour),
    /** Null until they are requested. */
    gates: GatesAwaited.nullable(),
  }),
  /** Green and adjudicated. Its ship evidence is written next. */
  z.strictObject({ step: z.literal("approved") }),
  z.strictObject({ step: z.literal("shipping"), question: QuestionNumber }),
  z.strictObject({ step: z.literal("shipped"), head: Sha }),
  z.strictObject({ step: z.literal("failed"), cause: HaltCause }),
]);
export type ModuleStep = z.infer<typeof ModuleStep>;

/** What red locked. From then on contract and tests stay the same unless a revision specifies again. */
export const RedLock = z.strictObject({
  contract_blob: Sha,
  test_blob: Sha,
  examples_blob: Sha,
  /** Helpers, fixtures and data of the tests, by path. */
  support_blobs: z.record(RepoPath, Sha).exactOptional(),
  fingerprint: Digest,
  /** The commit that was red. A fresh attempt starts from it. */
  head: Sha,
});
export type RedLock = z.infer<typeof RedLock>;

/** One gate failure, as shown to the next attempt and on the card. */
export const GateFailure = z.strictObject({
  validator: z.string().min(1),
  message: z.string().min(1),
  fix: z.string(),
});
export type GateFailure = z.infer<typeof GateFailure>;

/** A finding that the Proposer contested with the answer to this question. */
export const Contest = ContestedGate.extend({ question: QuestionNumber });
export type Contest = z.infer<typeof Contest>;

/** What ended a round other than a review: the gates, ship, or people's remarks. */
export const RoundEnd = z.strictObject({
  proposal_id: ProposalId,
  by: z.enum(["gates", "ship", "remarks"]),
  why: z.array(z.string().min(1)).min(1),
});
export type RoundEnd = z.infer<typeof RoundEnd>;

/** A specification that was requested before its module's turn, and its result, which is used at its turn. */
export const AskedAhead = z.strictObject({
  question: QuestionNumber,
  attempt: z.int().positive(),
  outcome: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("open") }),
    z.strictObject({ kind: z.literal("specified") }),
    z.strictObject({ kind: z.literal("failed"), cause: HaltCause }),
  ]),
});
export type AskedAhead = z.infer<typeof AskedAhead>;

export const ModuleWork = z.strictObject({
  module_ref: ModuleRef,
  name: z.string().min(1),
  depends_on: z.array(ModuleId),
  /** A shipped module that the task uses unchanged. */
  reused: z.boolean(),
  step: ModuleStep,
  /** Only while it waits for its turn. */
  ahead: AskedAhead.optional(),
  progress: DebateProgress,
  /** The commit before this module's first one, on which red is judged. Null until it has one. */
  base: Sha.nullable(),
  /** The newest question whose answer was on the branch when its turn came. */
  began_after: z.int().min(0).optional(),
  lock: RedLock.nullable(),
  /** The gates that ended last, with any result. */
  concluded: GatesAwaited.nullable(),
  /** The head whose gates were green last, and their runs. */
  judged: z.strictObject({ head: Sha, gates: GatesAwaited }).nullable(),
  /** The findings of the last gate run, for the next attempt. */
  failures: z.array(GateFailure),
  /** In that run the module's own tests passed, so the next attempt keeps the files. */
  own_tests_pass: z.literal(true).optional(),
  /**
   * Signature and contract failures of consecutive gate runs, oldest first. Three equal ones suggest that the contract
   * is wrong.
   */
  contract_failures: z.array(z.array(Violation)).optional(),
  /** Amendments of its contract that a person accepted. No later version reverts them. */
  amendments: z.array(AmendmentProposal).optional(),
  /** The judge's verdicts so far about the contract's semantic assertions, at this head. */
  meaning: z.strictObject({ head: Sha, results: z.array(AssertionResult) }).optional(),
  trail: DebateTrail,
  /** The envelope of its newest proposal; absent in older work. */
  artifact: ArtifactEnvelope.optional(),
  /** Shipped proposals that this one replaces. */
  replaces: z.array(Replaced).min(1).optional(),
  /** What its author said against its gates, oldest first. */
  contested: z.array(Contest).optional(),
  /** How rounds ended that no review ended, oldest first. */
  ended: z.array(RoundEnd).optional(),
  /** The question whose answer was committed last. Its files are on the branch. */
  written_in: QuestionNumber.optional(),
  /** The question whose answer was gated red last. It wrote the tests, which a review may cite. */
  specified_in: QuestionNumber.optional(),
  /** The halt that a person resolved by shipping it without further debate. */
  overridden_in: EscalationId.optional(),
});
export type ModuleWork = z.infer<typeof ModuleWork>;
