import { z } from "zod";
import { AmendmentId, EscalationId, MicroPlanId } from "../../domain/artifacts/artifact-id.js";
import { UsageLine } from "../../domain/artifacts/usage-ledger.js";
import { Adjudication } from "../../domain/debate/adjudication.js";
import { Challenge } from "../../domain/debate/challenge.js";
import { Proposal } from "../../domain/debate/proposal.js";
import { AssertionResult } from "../../domain/enforcement/assertion-result.js";
import { ContractAmendment } from "../../domain/enforcement/contract-amendment.js";
import { Violation } from "../../domain/enforcement/retry-context.js";
import { ContestedGate } from "../../domain/gates/contested-gate.js";
import { Digest, Instant, ModuleId, ModuleRef, Sha } from "../../domain/ids.js";
import { PlanReview } from "../../domain/plan/plan-review.js";
import { Statement } from "../../domain/statement.js";
import { ChangedFiles } from "../checkpoints/changed-files.js";
import { GatesAwaited } from "../gate-runs/gates-awaited.js";
import { TestWarning } from "../gate-runs/test-failures/test-warning.js";
import { RemarkId } from "../halts/decision-state.js";
import { HaltCause } from "../halts/escalation/causes.js";
import { ChosenAction } from "../halts/escalation/failure-of-cause.js";
import { InterfaceChangeRequest } from "../interface-change/rules/interface-change-request.js";
import { PACKAGE_EVENTS } from "../packages/packages-work.js";
import { proposedPlanFields } from "../planning/proposed-plan.js";
import { Made, Replaced } from "./artifacts/artifact-parts.js";
import { GateFailure, QuestionNumber, RedLock, WritingActivity } from "./module-work.js";
import { PutBack } from "./scope/put-back.js";

const event = <K extends string, S extends z.core.$ZodLooseShape>(kind: K, payload: S) =>
  z.strictObject({ kind: z.literal(kind), ...payload });

/** Every answer has its cost; these lines are the ledger. */
const answered = { question: QuestionNumber, usage: z.array(UsageLine) };

/** A written answer: its files are an artifact of the same commit, under the question's number. */
const written = {
  module_id: ModuleId,
  activity: WritingActivity,
  contract_changed: z.boolean(),
  tests_changed: z.boolean(),
  /** People's remarks that the role was given. */
  remarks: z.array(RemarkId).optional(),
};

/** A contract or tests that a person changed are locked again: red first, then green. */
const fixed = { contract_changed: z.boolean(), tests_changed: z.boolean() };

/** Findings of the gates before that the author of the answer says are wrong. */
const contesting = { contested: z.array(ContestedGate).min(1).exactOptional() };

/** Who decided, and in which comment. */
const decided = { by: z.string().min(1), comment: z.int().positive(), at: Instant };

/** What happened to one task's work, in the past tense. */
export const TaskEvent = z.discriminatedUnion("kind", [
  /** The pull request exists; `head` has only the task file. */
  event("work-opened", { head: Sha, base: Sha }),
  event("plan-made", {
    ...answered,
    ...proposedPlanFields,
    next_module: z.int().positive(),
    /** The first free module number at the time; another plan may have used it since. */
    numbered_from: z.int().positive().optional(),
    /** It is reviewed before it is locked. */
    to_review: z.literal(true).optional(),
  }),
  /** The Challenger has judged the plan. */
  event("plan-reviewed", { ...answered, review: PlanReview }),
  ...PACKAGE_EVENTS,
  /** Contract, tests and examples. */
  event("module-specified", { ...answered, ...written, ...contesting }),
  /** Code that is meant to fulfil the contract; after a revision perhaps with another contract or other tests. */
  event("module-proposed", {
    ...answered,
    ...written,
    ...contesting,
    proposal: Proposal,
    made: Made.exactOptional(),
  }),
  /** A person's files take the place of a proposal and are committed as this question's answer. */
  event("fix-offered", {
    question: QuestionNumber,
    ...fixed,
    module_id: ModuleId,
    proposal: Proposal,
    made: Made.exactOptional(),
  }),
  /** Commits that a person pushed were read. Without a module they only merged the base. */
  event("fix-read", {
    question: QuestionNumber,
    ...fixed,
    fixed: z.strictObject({ module_id: ModuleId, proposal: Proposal }).nullable(),
    made: Made.exactOptional(),
  }),
  event("module-challenged", { ...answered, module_id: ModuleId, challenge: Challenge }),
  event("module-adjudicated", { ...answered, module_id: ModuleId, adjudication: Adjudication }),
  /** A shipped contract is not sufficient: raised by a role's tool, or by ship without a question. */
  event("interface-change-raised", {
    question: QuestionNumber.nullable(),
    usage: z.array(UsageLine),
    module_id: ModuleId,
    exception: InterfaceChangeRequest,
  }),
  /** A role's answer is not usable. */
  event("question-failed", { ...answered, module_id: ModuleId.nullable(), cause: HaltCause }),
  /** The branch's head is the commit for that question's answer. */
  event("work-committed", {
    question: QuestionNumber,
    head: Sha,
    /** The files of that commit, without the App's own. */
    changed: ChangedFiles.optional(),
  }),
  event("gates-requested", { module_id: ModuleId.nullable(), gates: GatesAwaited }),
  /** A run was lost or ended without a usable report. The gates are requested again. */
  event("gates-lost", {
    module_id: ModuleId.nullable(),
    why: z.string().min(1),
    /** A person requested them again, with the whole suite. */
    full_suite: z.boolean().optional(),
  }),
  event("gates-concluded", {
    module_id: ModuleId.nullable(),
    failures: z.array(GateFailure),
    /** Set by a run that was red as it should be. */
    lock: RedLock.nullable(),
    /** The failures which suggest that the contract may be wrong. */
    contract_failures: z.array(Violation).optional(),
    /** The module's own tests ran and passed. */
    own_tests_pass: z.literal(true).optional(),
    /** Failures of tests that go on with a warning, by `failure_actions`. */
    warned: TestWarning.optional(),
    /** Whether the contract has semantic assertions, which only the judge can decide. */
    to_judge: z.boolean().optional(),
  }),
  /** The judge decided one semantic assertion; this many are left. */
  event("module-judged", { ...answered, module_id: ModuleId, result: AssertionResult, left: z.int().min(0) }),
  /** The same signature or contract failure three times: a person decides about an amendment. */
  event("amendment-proposed", { ...answered, module_id: ModuleId, amendment: ContractAmendment }),
  /** The contract is right; the work continues as usual. */
  event("amendment-declined", { ...answered, module_id: ModuleId, why: z.string().min(1) }),
  event("amendment-accepted", { module_id: ModuleId, amendment_id: AmendmentId, ...decided }),
  event("amendment-rejected", { module_id: ModuleId, amendment_id: AmendmentId, reason: Statement, ...decided }),
  /** People remarked on approved work before it shipped. */
  event("revision-asked", { module_id: ModuleId }),
  /** Ship evidence and index entry are to be committed. */
  event("ship-prepared", { module_id: ModuleId, question: QuestionNumber, replaces: Replaced.exactOptional() }),
  /** Approved work cannot ship as it is: the round is a FAIL (decisions.md#one-retry-budget). */
  event("ship-refused", { module_id: ModuleId, failures: z.array(GateFailure).min(1), cause: HaltCause }),
  event("module-failed", { module_id: ModuleId, cause: HaltCause }),
  /**
   * A person keeps what is finished on the branch: the plan is reduced to these modules, and other files are restored.
   */
  event("work-narrowed", {
    question: QuestionNumber,
    micro_plan_id: MicroPlanId,
    digest: Digest,
    modules: z.array(ModuleRef).min(1),
    back: z.array(PutBack),
  }),
  /** All modules have shipped on the branch. The whole is judged at this head, on this base. */
  event("integration-due", {
    head: Sha,
    base: Sha,
    /** The head merges ours with the base, and has the judged tree. */
    takes_up_base: z.literal(true).exactOptional(),
  }),
  /** The whole branch is red, and one of its modules is revised with the findings. */
  event("integration-returned", { module_id: ModuleId, failures: z.array(GateFailure).min(1) }),
  /** The task as a whole cannot continue. */
  event("work-failed", {
    cause: HaltCause,
    /** The gates of the whole branch have ended, and their reports are kept. */
    gates_ended: z.literal(true).optional(),
    /** Likewise, the gates of this module. */
    gates_of: ModuleId.exactOptional(),
    /** The task's limit ended this question's conversation; the cost of its calls until then. */
    question: QuestionNumber.optional(),
    usage: z.array(UsageLine).optional(),
  }),
  event("work-halted", { escalation: EscalationId, cause: HaltCause, failure: ChosenAction.optional() }),
]);
export type TaskEvent = z.infer<typeof TaskEvent>;
