import { z } from "zod";
import { EscalationId } from "../../domain/artifacts/artifact-id.js";
import { DebateProgress } from "../../domain/debate/debate-progress.js";
import { AmendmentProposal } from "../../domain/enforcement/amendment-proposal.js";
import { AssertionResult } from "../../domain/enforcement/assertion-result.js";
import { ContractAmendment } from "../../domain/enforcement/contract-amendment.js";
import { Violation } from "../../domain/enforcement/retry-context.js";
import { Digest, ModuleId, ModuleRef, Sha } from "../../domain/ids.js";
import { Colour, GatesAwaited } from "../gate-runs/gates-awaited.js";
import { HaltCause } from "../halts/escalation/causes.js";
import { DebateTrail } from "../halts/escalation/escalation.js";

/** What a role is asked for while a module is built. */
export const ModuleMove = z.enum([
  "specify",
  "implement",
  "revise",
  "amend",
  "judge",
  "propose",
  "challenge",
  "adjudicate",
]);
export type ModuleMove = z.infer<typeof ModuleMove>;

/** The moves that write files; the others only judge. */
export const WritingMove = ModuleMove.exclude(["judge", "propose", "challenge", "adjudicate"]);
export type WritingMove = z.infer<typeof WritingMove>;

/** Number of a question within its task: it names the job, the answer's file and the commit made of it. */
export const QuestionNumber = z.int().positive();

/** Where a module stands. Every arrow between two of these is a state commit, so a crash resumes at the last one. */
export const ModuleStep = z.discriminatedUnion("step", [
  z.strictObject({ step: z.literal("waiting") }),
  z.strictObject({
    step: z.literal("asking"),
    move: ModuleMove,
    question: QuestionNumber,
    /** How often this move was asked for this module, from 1: with it the key of a recording. */
    attempt: z.int().positive(),
    /**
     * A fresh attempt starts from the red commit, a fix from the tree as it is
     * (decisions.md#which-tree-an-attempt-starts-from).
     */
    from: z.enum(["head", "red-commit"]),
    /** The move whose gates ended last, while the judge or the amendment proposer is heard about them. */
    after: WritingMove.optional(),
  }),
  /** Its contract may be wrong: a person decides about a change of it. */
  z.strictObject({ step: z.literal("awaiting-amendment"), amendment: ContractAmendment }),
  z.strictObject({
    step: z.literal("committing"),
    move: WritingMove,
    question: QuestionNumber,
    gates: z.array(Colour).min(1),
  }),
  z.strictObject({
    step: z.literal("gating"),
    move: WritingMove,
    question: QuestionNumber,
    head: Sha,
    colour: Colour,
    later: z.array(Colour),
    /** Null while they have not been asked for. */
    gates: GatesAwaited.nullable(),
  }),
  /** Green and adjudicated; its ship evidence is to be written. */
  z.strictObject({ step: z.literal("approved") }),
  z.strictObject({ step: z.literal("shipping"), question: QuestionNumber }),
  z.strictObject({ step: z.literal("shipped"), head: Sha }),
  z.strictObject({ step: z.literal("failed"), cause: HaltCause }),
]);
export type ModuleStep = z.infer<typeof ModuleStep>;

/** What red locked: from here on contract and tests do not move unless a revision specifies again. */
export const RedLock = z.strictObject({
  contract_blob: Sha,
  test_blob: Sha,
  examples_blob: Sha,
  fingerprint: Digest,
  /** The commit that was red: a fresh attempt starts from it. */
  head: Sha,
});
export type RedLock = z.infer<typeof RedLock>;

/** One gate failure, as the next attempt and the card are told it. */
export const GateFailure = z.strictObject({
  validator: z.string().min(1),
  message: z.string().min(1),
  fix: z.string(),
});
export type GateFailure = z.infer<typeof GateFailure>;

/** A specification that is written before its module's turn, and what came of it. It is used when the turn comes. */
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
  /** A shipped module that the task uses as it is: nothing is built. */
  reused: z.boolean(),
  step: ModuleStep,
  /** Only while it waits for its turn. */
  ahead: AskedAhead.optional(),
  progress: DebateProgress,
  /** The commit before this module's first one; red is judged there. Null until it has one. */
  base: Sha.nullable(),
  /** The newest question whose answer stood on the branch when its turn came. */
  began_after: z.int().min(0).optional(),
  lock: RedLock.nullable(),
  /** The gates that ended last, whatever they said. */
  concluded: GatesAwaited.nullable(),
  /** The head whose gates were green last, and the runs that showed it. */
  judged: z.strictObject({ head: Sha, gates: GatesAwaited }).nullable(),
  /** What the last gate run found, for the next attempt. */
  failures: z.array(GateFailure),
  /** Signature and contract failures of the last gate runs in a row, oldest first: three alike point at the contract. */
  contract_failures: z.array(z.array(Violation)).optional(),
  /** Changes of its contract that a person accepted: no later version of it takes them back. */
  amendments: z.array(AmendmentProposal).optional(),
  /** What the judge has said so far about the contract's semantic assertions, at this head. */
  meaning: z.strictObject({ head: Sha, results: z.array(AssertionResult) }).optional(),
  trail: DebateTrail,
  /** The question whose answer was committed last: its files are what stands on the branch. */
  written_in: QuestionNumber.optional(),
  /** The question whose answer was gated red last: it wrote the tests, whose lines a review may point to. */
  specified_in: QuestionNumber.optional(),
  /** The halt that a person resolved by shipping it without further debate. */
  overridden_in: EscalationId.optional(),
});
export type ModuleWork = z.infer<typeof ModuleWork>;
