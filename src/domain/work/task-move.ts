import { z } from "zod";
import { EscalationId, MicroPlanId } from "../artifacts/artifact-id.js";
import { UsageLine } from "../artifacts/usage-ledger.js";
import { Adjudication } from "../debate/adjudication.js";
import { Challenge } from "../debate/challenge.js";
import { Proposal } from "../debate/proposal.js";
import { HaltCause } from "../escalation/causes.js";
import { Digest, ModuleId, ModuleRef, Sha } from "../ids.js";
import { GatesAwaited } from "./gates-awaited.js";
import { GateFailure, QuestionNumber, RedLock, WritingMove } from "./module-work.js";

const move = <K extends string, S extends z.core.$ZodLooseShape>(kind: K, payload: S) =>
  z.strictObject({ kind: z.literal(kind), ...payload });

/** Every answer carries what it cost; the ledger is these lines. */
const answered = { question: QuestionNumber, usage: z.array(UsageLine) };

/** What was written: its files are an artifact of the same commit, under the question's number. */
const written = {
  module_id: ModuleId,
  move: WritingMove,
  contract_changed: z.boolean(),
  tests_changed: z.boolean(),
  /** People's remarks that were put before the role. */
  remarks: z.array(z.int().positive()).optional(),
};

/** A contract or tests that a person changed are locked anew: red first, then green. */
const fixed = { contract_changed: z.boolean(), tests_changed: z.boolean() };

/** What happened to one task's work, in the past tense. */
export const TaskMove = z.discriminatedUnion("kind", [
  /** The pull request is there; `head` is the branch with the task file alone. */
  move("work-opened", { head: Sha, base: Sha }),
  move("plan-made", {
    ...answered,
    micro_plan_id: MicroPlanId,
    digest: Digest,
    /** In execution order. */
    modules: z
      .array(
        z.strictObject({
          module_ref: ModuleRef,
          name: z.string().min(1),
          depends_on: z.array(ModuleId),
          reused: z.boolean(),
        }),
      )
      .min(1),
    next_module: z.int().positive(),
  }),
  /** Contract, tests and examples. */
  move("module-specified", { ...answered, ...written }),
  /** Code that claims to keep the contract; after a revision perhaps with another contract or other tests. */
  move("module-proposed", { ...answered, ...written, proposal: Proposal }),
  /** A person's files stand where a proposal would; they are committed as this question's answer. */
  move("fix-offered", { question: QuestionNumber, ...fixed, module_id: ModuleId, proposal: Proposal }),
  /** Commits that a person pushed were read. Without a module they changed nothing but took up the base. */
  move("fix-read", {
    question: QuestionNumber,
    ...fixed,
    fixed: z.strictObject({ module_id: ModuleId, proposal: Proposal }).nullable(),
  }),
  move("module-challenged", { ...answered, module_id: ModuleId, challenge: Challenge }),
  move("module-adjudicated", { ...answered, module_id: ModuleId, adjudication: Adjudication }),
  /** A role gave nothing that can be used, or what it gave may not be. */
  move("question-failed", { ...answered, module_id: ModuleId.nullable(), cause: HaltCause }),
  /** The branch's head is the commit made of that question's answer. */
  move("work-committed", { question: QuestionNumber, head: Sha }),
  move("gates-requested", { module_id: ModuleId.nullable(), gates: GatesAwaited }),
  /** A run was lost or ended without a usable report; they are asked for again. */
  move("gates-lost", { module_id: ModuleId.nullable(), why: z.string().min(1) }),
  move("gates-concluded", {
    module_id: ModuleId.nullable(),
    failures: z.array(GateFailure),
    /** Set by a red run that was red as it should be. */
    lock: RedLock.nullable(),
  }),
  /** People remarked on approved work before it shipped. */
  move("revision-asked", { module_id: ModuleId }),
  /** Ship evidence and index entry are due as one more commit. */
  move("ship-prepared", { module_id: ModuleId, question: QuestionNumber }),
  /** What was approved cannot ship as it is: the round is a FAIL (RULES, retries). */
  move("ship-refused", { module_id: ModuleId, failures: z.array(GateFailure).min(1), cause: HaltCause }),
  move("module-failed", { module_id: ModuleId, cause: HaltCause }),
  /** All modules have shipped on the branch; the whole is judged at this head, on this base. */
  move("integration-due", { head: Sha, base: Sha }),
  /** The task as a whole cannot go on. */
  move("work-failed", { cause: HaltCause }),
  move("work-halted", { escalation: EscalationId, cause: HaltCause }),
]);
export type TaskMove = z.infer<typeof TaskMove>;
