import { z } from "zod";
import { EscalationId, InterfaceChangeId } from "../domain/artifacts/artifact-id.js";
import { AmendmentDecision } from "../domain/enforcement/contract-amendment.js";
import { Instant, TaskId } from "../domain/ids.js";
import { IndexLedger } from "../domain/index-entries/index-ledger.js";
import { BaselineState } from "../domain/validation/baseline-state.js";
import { NOTHING_SPENT, Spent } from "./budget/spent.js";
import { ChangedFiles } from "./checkpoints/changed-files.js";
import { ReviewerNote } from "./debate/reviewer-notes.js";
import { DeprecationState } from "./deprecation/deprecation-state.js";
import { FailingJob } from "./failing-jobs/failing-job.js";
import { GateFigures } from "./gate-figures/gate-figures.js";
import { StartedRun } from "./gate-runs/started/events.js";
import { CheckpointState, Heard, NO_CHECKPOINT, Remark } from "./halts/decision-state.js";
import { Inbox } from "./inbox/inbox.js";
import { AgreedVersion, InterfaceChange } from "./interface-change/rules/interface-change.js";
import { TaskWork } from "./modules/task-work.js";
import { Postponed } from "./questions/postponed.js";
import { UnderWay } from "./questions/under-way.js";
import { ReleaseState } from "./release/rules/release-state.js";
import { EndedRequest } from "./request/ended-requests.js";
import { ProductRequest } from "./request/product-request.js";
import { ProductState } from "./spec/product-state.js";
import { ProjectState } from "./tasks/board/project-state.js";
import { UndoState } from "./undo/rules/undo-state.js";
import { ValidationState } from "./validation/validation-state.js";

/** What the features remember in the state file, in the order in which people read it. */
export const STATE_PARTS = {
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
  /** The whole suite, while a person waits for its result; absent otherwise. */
  validation: ValidationState.optional(),
  /** Deprecations in progress. */
  deprecations: z.array(DeprecationState).default([]),
  /** Undos in progress. */
  undos: z.array(UndoState).default([]),
  /** Absent while it is empty. */
  index_ledger: IndexLedger.optional(),
  /** Interface change exceptions by their id. */
  interface_changes: z.record(InterfaceChangeId, InterfaceChange).default({}),
  /** Contracts that were agreed before the task that builds them started, by that task. */
  agreed_versions: z.record(TaskId, AgreedVersion).default({}),
  /** The lowest module number that was never used here. */
  next_module: z.int().positive().default(1),
  /** The highest task number of each story of earlier products. An id is used once in a repository. */
  used_tasks: z.record(z.string(), z.int().positive()).default({}),
  /** What reviewers want people to know; absent while there is nothing. */
  reviewer_notes: z.array(ReviewerNote).min(1).optional(),
  spent: Spent.default(NOTHING_SPENT),
  /** The files that shipped tasks have changed; absent before the first. */
  changed_files: ChangedFiles.optional(),
  /** How gate runs did in this product; absent before the first. */
  gate_figures: GateFigures.optional(),
  /** How often something was written again for this product; absent if never. */
  repairs: z.int().positive().optional(),
  /** Questions whose model was unavailable, by the key of their job; absent while there are none. */
  postponed: z.record(z.string(), Postponed).optional(),
  /** Questions that were put to a model and are not paid yet, by their run; absent while there are none. */
  under_way: z.record(z.string(), UnderWay).optional(),
  /** Gate runs by the ids that GitHub gave them, the newest last; absent before the first. */
  started_runs: z.array(StartedRun).min(1).optional(),
  /** Jobs that ended with an error, by their key; absent while there are none. */
  failing_jobs: z.record(z.string(), FailingJob).optional(),
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
};
