import { z } from "zod";
import { EscalationId, ExceptionId } from "../domain/artifacts/artifact-id.js";
import { AmendmentDecision } from "../domain/enforcement/contract-amendment.js";
import { Digest, Instant, Sha, TaskId } from "../domain/ids.js";
import { IndexLedger } from "../domain/index-entries/index-ledger.js";
import { BaselineState } from "../domain/validation/baseline-state.js";
import { NOTHING_SPENT, Spent } from "../features/budget/spent.js";
import { DeprecationState } from "../features/deprecation/deprecation-state.js";
import { CheckpointState, Heard, NO_CHECKPOINT, Remark } from "../features/halts/decision-state.js";
import { AgreedVersion, InterfaceChange } from "../features/interface-change/rules/interface-change.js";
import { TaskWork } from "../features/modules/task-work.js";
import { Postponed } from "../features/questions/postponed.js";
import { UnderWay } from "../features/questions/under-way.js";
import { ReleaseState } from "../features/release/rules/release-state.js";
import { EndedRequest } from "../features/request/ended-requests.js";
import { ProjectState } from "../features/tasks/board/project-state.js";
import { UndoState } from "../features/undo/rules/undo-state.js";

/** Who asked for a product, where, and by which lane: the whole Product Loop, or one task of the issue itself. */
export const ProductRequest = z.strictObject({
  issue: z.int().positive(),
  title: z.string(),
  requester: z.string().min(1),
  lane: z.enum(["full", "quick"]),
  requested_at: Instant,
});
export type ProductRequest = z.infer<typeof ProductRequest>;

/** One round of the Product Loop: what the role is given. A fresh round forgets the draft before it; an amending one keeps it. */
export const ProductRound = z.strictObject({
  number: z.int().positive(),
  kind: z.enum(["fresh", "amend"]),
  /** SPEC.md as it was read: its git blob. */
  spec_blob: Sha,
  /** Reasons of a rejection (fresh) or points to address (amend). */
  feedback: z.array(z.string().min(1)),
  /** Consecutive AMENDs so far; at three the person is advised (requirements.md#spec-approval). */
  amends: z.int().min(0),
  /** What was read on the web for the draft that this round goes on from. */
  sources: z.array(z.string()).optional(),
  queries: z.array(z.string()).optional(),
  started_at: Instant,
});
export type ProductRound = z.infer<typeof ProductRound>;

export const ProductState = z.discriminatedUnion("phase", [
  z.strictObject({ phase: z.literal("waiting-for-spec"), why: z.string().min(1), blob: Sha.nullable() }),
  z.strictObject({ phase: z.literal("drafting"), round: ProductRound }),
  z.strictObject({
    phase: z.literal("awaiting-approval"),
    round: ProductRound,
    /** What was shown: an approval is for this content and no other. */
    spec_digest: Digest,
    shown_at: Instant,
    pull_request: z.int().positive().nullable(),
    /** What the role read on the web for it. */
    sources: z.array(z.string()).default([]),
    /** What it looked for there. */
    queries: z.array(z.string()).optional(),
    /** Why it could read nothing there; absent where it could. */
    unsearched: z.string().min(1).optional(),
  }),
  z.strictObject({ phase: z.literal("stuck"), round: ProductRound, why: z.string().min(1) }),
  z.strictObject({
    phase: z.literal("approved"),
    spec_digest: Digest,
    approved_by: z.string().min(1),
    approved_at: Instant,
    pull_request: z.int().positive(),
    /** SPEC.md as the approved draft was made from it; null when it was not made from one. */
    spec_blob: Sha.nullable().default(null),
  }),
  /** One task of the issue itself: nothing to approve, because its author wrote it. */
  z.strictObject({ phase: z.literal("quick"), spec_digest: Digest, made_at: Instant }),
  /** Ended before it became a project; the repository is free for another request. */
  z.strictObject({ phase: z.literal("withdrawn"), by: z.string().min(1), at: Instant }),
]);
export type ProductState = z.infer<typeof ProductState>;

/** Something the loop owes to a conversation until it is seen to stand there: an answer to a comment, or a note. */
export const PendingComment = z.strictObject({
  key: z.string().min(1),
  issue: z.int().positive(),
  body: z.string().min(1),
  /** The comment it answers, and how: acknowledged by a reaction before the words. */
  answers: z.strictObject({ comment: z.int().positive(), accepted: z.boolean() }).nullable(),
  /** It answers somebody who pressed a button, and is therefore said while paused, too. */
  acknowledges: z.literal(true).optional(),
  /** The review comment in whose thread it is said; without one, in the conversation. */
  thread: z.int().positive().optional(),
  /** Its task has had all the comments it may have: this goes into the one that is kept current instead. */
  quiet: z.literal(true).optional(),
  /** The status follows, as it is when this is said. */
  shows_status: z.literal(true).optional(),
});
export type PendingComment = z.infer<typeof PendingComment>;

/**
 * How far the comments have been read. The cursor moves only together with a command's effect, in one commit, so a
 * command runs once and is never lost. `seen` holds the ids at the cursor's own instant: GitHub's `since` is inclusive.
 */
export const Inbox = z.strictObject({
  since: Instant,
  seen: z.array(z.int().positive()),
  pending: z.array(PendingComment),
});
export type Inbox = z.infer<typeof Inbox>;

/**
 * `.factory/state.yml`: everything the loop needs to know to go on, and nothing that another file holds. It comes into
 * being with the first request. Consent needs no state: `.factory/config.yml` on the default branch is consent.
 */
export const FactoryState = z.strictObject({
  schema_version: z.literal(2),
  repository_id: z.int().positive(),
  request: ProductRequest,
  /** Earlier ones, the newest last; absent while there are none. */
  ended_requests: z.array(EndedRequest).min(1).optional(),
  product: ProductState.nullable(),
  project: ProjectState.nullable(),
  /** The request is paused since then, before it has become a project; from there on its status says so. */
  paused_since: Instant.optional(),
  /** The work of the tasks in progress and of those that halted; filed away when they end. */
  work: z.record(TaskId, TaskWork).default({}),
  /** Null before there is a project. */
  baseline: BaselineState.nullable().default(null),
  /** The release under way, or the last one; null before the first. */
  release: ReleaseState.nullable().default(null),
  /** Those under way. */
  deprecations: z.array(DeprecationState).default([]),
  /** Those under way. */
  undos: z.array(UndoState).default([]),
  /** Absent while there is nothing in it. */
  index_ledger: IndexLedger.optional(),
  /** Interface change exceptions, each by its id. */
  interface_changes: z.record(ExceptionId, InterfaceChange).default({}),
  /** Contracts that were agreed before the task that builds them began, by that task. */
  agreed_versions: z.record(TaskId, AgreedVersion).default({}),
  /** The first module number that was never used here. */
  next_module: z.int().positive().default(1),
  /** The highest task number of each story of earlier products; an id is used once in a repository. */
  used_tasks: z.record(z.string(), z.int().positive()).default({}),
  spent: Spent.default(NOTHING_SPENT),
  /** How often something was written again for this product; absent while nothing was. */
  repairs: z.int().positive().optional(),
  /** Questions whose model could not be had, by the job that asks them; absent while all can be asked. */
  postponed: z.record(z.string(), Postponed).optional(),
  /** Questions that were put to a model and are not paid yet, by their run; absent while there are none. */
  under_way: z.record(z.string(), UnderWay).optional(),
  inbox: Inbox,
  checkpoint: CheckpointState.default(NO_CHECKPOINT),
  /** The newest resolution of each cause of a halt, by the halt it resolved. */
  precedents: z.record(z.string(), EscalationId).default({}),
  /** The newest decision about a contract amendment, by the check that had kept failing. */
  amendment_precedents: z.record(z.string(), AmendmentDecision).optional(),
  /** Approved reviews have named conventions; they are a file of their own, which outlives the product. */
  conventions: z.literal("kept").optional(),
  remarks: z.array(Remark).default([]),
  /** Comments and reviews for each task, as far as they were decided on; absent while there are none. */
  written: z.record(TaskId, z.int().positive()).optional(),
  heard: z.array(Heard).default([]),
  /** Keys of things people did manually that have been answered, so that each is answered once. */
  noted: z.array(z.string().min(1)),
  updated_at: Instant,
});
export type FactoryState = z.infer<typeof FactoryState>;

/** The state that a request brings into being. Comments made before it are not commands to it. */
export function newFactoryState(repositoryId: number, request: ProductRequest): FactoryState {
  return {
    schema_version: 2,
    repository_id: repositoryId,
    request,
    product: null,
    project: null,
    work: {},
    baseline: null,
    release: null,
    deprecations: [],
    undos: [],
    interface_changes: {},
    agreed_versions: {},
    next_module: 1,
    used_tasks: {},
    spent: NOTHING_SPENT,
    inbox: { since: request.requested_at, seen: [], pending: [] },
    checkpoint: NO_CHECKPOINT,
    precedents: {},
    remarks: [],
    heard: [],
    noted: [],
    updated_at: request.requested_at,
  };
}
