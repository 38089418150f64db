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

/**
 * Who requested a product, in which issue, and by which lane: the whole Product Loop, or one task made from the issue
 * itself.
 */
export const ProductRequest = z.strictObject({
  issue: z.int().positive(),
  title: z.string(),
  requester: z.string().min(1),
  lane: z.enum(["full", "quick"]),
  requested_at: Instant,
});
export type ProductRequest = z.infer<typeof ProductRequest>;

/**
 * One round of the Product Loop: the input of the role. A fresh round forgets the draft before it; an amending round
 * keeps it.
 */
export const ProductRound = z.strictObject({
  number: z.int().positive(),
  kind: z.enum(["fresh", "amend"]),
  /** The git blob of SPEC.md when it was read. */
  spec_blob: Sha,
  /** The reasons of a rejection (fresh) or the points to address (amend). */
  feedback: z.array(z.string().min(1)),
  /** Consecutive AMENDs so far. At three the person gets advice (requirements.md#spec-approval). */
  amends: z.int().min(0),
  /** The web pages that were read for the draft that this round continues. */
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
    /** The digest of what was shown. An approval is for exactly this content. */
    spec_digest: Digest,
    shown_at: Instant,
    pull_request: z.int().positive().nullable(),
    /** The web pages that the role read for it. */
    sources: z.array(z.string()).default([]),
    /** The role's web searches. */
    queries: z.array(z.string()).optional(),
    /** Why the role could not search the web; absent if it could. */
    unsearched: z.string().min(1).optional(),
  }),
  z.strictObject({ phase: z.literal("stuck"), round: ProductRound, why: z.string().min(1) }),
  z.strictObject({
    phase: z.literal("approved"),
    spec_digest: Digest,
    approved_by: z.string().min(1),
    approved_at: Instant,
    pull_request: z.int().positive(),
    /** The SPEC.md that the approved draft was made from; null if there was none. */
    spec_blob: Sha.nullable().default(null),
  }),
  /** One task made from the issue itself. Its author wrote it, so no approval is needed. */
  z.strictObject({ phase: z.literal("quick"), spec_digest: Digest, made_at: Instant }),
  /** Ended before the project started. The repository is free for another request. */
  z.strictObject({ phase: z.literal("withdrawn"), by: z.string().min(1), at: Instant }),
]);
export type ProductState = z.infer<typeof ProductState>;

/**
 * A comment that is still to be posted: an answer to a comment, or a note. It stays here until it is observed on
 * GitHub.
 */
export const PendingComment = z.strictObject({
  key: z.string().min(1),
  issue: z.int().positive(),
  body: z.string().min(1),
  /** The comment it answers, and whether the command was accepted. A reaction acknowledges it first. */
  answers: z.strictObject({ comment: z.int().positive(), accepted: z.boolean() }).nullable(),
  /** It answers a pressed button and is therefore posted while paused, too. */
  acknowledges: z.literal(true).optional(),
  /** The review comment in whose thread it is posted; without one, it is posted in the conversation. */
  thread: z.int().positive().optional(),
  /** Its task has reached its limit of comments: this goes into the one comment that is kept up to date. */
  quiet: z.literal(true).optional(),
  /** The status follows it, as of the moment of posting. */
  shows_status: z.literal(true).optional(),
});
export type PendingComment = z.infer<typeof PendingComment>;

/**
 * How far the comments have been read. The cursor moves in the same commit as a command's events, so that a command
 * runs exactly once. `seen` holds the ids at the cursor's own instant, because GitHub's `since` is inclusive.
 */
export const Inbox = z.strictObject({
  since: Instant,
  seen: z.array(z.int().positive()),
  pending: z.array(PendingComment),
});
export type Inbox = z.infer<typeof Inbox>;

/**
 * `.factory/state.yml`: everything the loop must remember that is in no other file. The first request creates it.
 * Consent is not part of it: `.factory/config.yml` on the default branch is the consent.
 */
export const FactoryState = z.strictObject({
  schema_version: z.literal(2),
  repository_id: z.int().positive(),
  request: ProductRequest,
  /** Earlier requests, the newest last; absent while there are none. */
  ended_requests: z.array(EndedRequest).min(1).optional(),
  product: ProductState.nullable(),
  project: ProjectState.nullable(),
  /** When the request was paused, before the project started. From then on the project's status has it. */
  paused_since: Instant.optional(),
  /** The work of the tasks in progress and of halted ones. It is moved to a file when they end. */
  work: z.record(TaskId, TaskWork).default({}),
  /** Null before the project starts. */
  baseline: BaselineState.nullable().default(null),
  /** The current release, or the last one; null before the first. */
  release: ReleaseState.nullable().default(null),
  /** Deprecations in progress. */
  deprecations: z.array(DeprecationState).default([]),
  /** Undos in progress. */
  undos: z.array(UndoState).default([]),
  /** Absent while it is empty. */
  index_ledger: IndexLedger.optional(),
  /** Interface change exceptions by their id. */
  interface_changes: z.record(ExceptionId, InterfaceChange).default({}),
  /** Contracts that were agreed before the task that builds them started, by that task. */
  agreed_versions: z.record(TaskId, AgreedVersion).default({}),
  /** The lowest module number that was never used here. */
  next_module: z.int().positive().default(1),
  /** The highest task number of each story of earlier products. An id is used once in a repository. */
  used_tasks: z.record(z.string(), z.int().positive()).default({}),
  spent: Spent.default(NOTHING_SPENT),
  /** How often something was written again for this product; absent if never. */
  repairs: z.int().positive().optional(),
  /** Questions whose model was unavailable, by the key of their job; absent while there are none. */
  postponed: z.record(z.string(), Postponed).optional(),
  /** Questions that were put to a model and are not paid yet, by their run; absent while there are none. */
  under_way: z.record(z.string(), UnderWay).optional(),
  inbox: Inbox,
  checkpoint: CheckpointState.default(NO_CHECKPOINT),
  /** The newest resolution of each cause of a halt. */
  precedents: z.record(z.string(), EscalationId).default({}),
  /** The newest decision about a contract amendment, by the check that kept failing. */
  amendment_precedents: z.record(z.string(), AmendmentDecision).optional(),
  /** Approved reviews have named conventions. They are in a file of their own, which outlives the product. */
  conventions: z.literal("kept").optional(),
  remarks: z.array(Remark).default([]),
  /** The number of comments and reviews that were decided for each task; absent while there are none. */
  written: z.record(TaskId, z.int().positive()).optional(),
  heard: z.array(Heard).default([]),
  /** Keys of manual changes that were answered, so that each is answered once. */
  noted: z.array(z.string().min(1)),
  updated_at: Instant,
});
export type FactoryState = z.infer<typeof FactoryState>;

/** The state after a request. Comments made before the request are not commands to it. */
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
