import { z } from "zod";
import { UsageLine } from "../domain/artifacts/usage-ledger.js";
import { Digest, Instant, Sha, TaskId } from "../domain/ids.js";
import { Heard } from "../features/halts/decision-state.js";
import { DECISION_EVENTS } from "../features/halts/events.js";
import { CHANGE_EVENTS } from "../features/interface-change/events.js";
import { TaskEvent } from "../features/modules/task-event.js";
import { BASELINE_EVENTS, DEPRECATION_EVENTS, RELEASE_EVENTS } from "../features/release/events.js";
import { ProjectEvent } from "../features/tasks/board/project-event.js";
import { UNDO_EVENTS } from "../features/undo/events.js";
import { PendingComment, ProductRequest } from "./factory-state.js";

/**
 * What has happened, in the past tense. Every state commit contains the events that caused it, so the history of the
 * state branch is the audit log and can be replayed.
 */
export const FactoryEvent = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("product-requested"),
    at: Instant,
    repository_id: z.int().positive(),
    request: ProductRequest,
  }),
  z.strictObject({ kind: z.literal("spec-unusable"), at: Instant, why: z.string().min(1), blob: Sha.nullable() }),
  z.strictObject({ kind: z.literal("spec-found"), at: Instant, blob: Sha }),
  z.strictObject({
    kind: z.literal("spec-drafted"),
    at: Instant,
    round: z.int().positive(),
    spec_digest: Digest,
    sources: z.array(z.string()).default([]),
    queries: z.array(z.string()).optional(),
    /** Why the web could not be searched; absent if it could. */
    unsearched: z.string().min(1).optional(),
    usage: z.array(UsageLine).default([]),
  }),
  z.strictObject({
    kind: z.literal("draft-failed"),
    at: Instant,
    round: z.int().positive(),
    why: z.string().min(1),
    usage: z.array(UsageLine).default([]),
  }),
  z.strictObject({ kind: z.literal("spec-shown"), at: Instant, pull_request: z.int().positive() }),
  z.strictObject({ kind: z.literal("spec-approved"), at: Instant, by: z.string().min(1), spec_digest: Digest }),
  z.strictObject({
    kind: z.literal("spec-rejected"),
    at: Instant,
    by: z.string().min(1),
    reasons: z.string().min(1),
    /** SPEC.md as it is now. The fresh start is made from it. */
    spec_blob: Sha.optional(),
  }),
  z.strictObject({ kind: z.literal("spec-amended"), at: Instant, by: z.string().min(1), feedback: z.string().min(1) }),
  /** The quick lane: the spec was made from the issue. It is a file of the same commit. */
  z.strictObject({ kind: z.literal("quick-spec-made"), at: Instant, spec_digest: Digest }),
  /** Paused or resumed before the project started. */
  z.strictObject({ kind: z.literal("request-paused"), at: Instant, by: z.string().min(1) }),
  z.strictObject({ kind: z.literal("request-resumed"), at: Instant, by: z.string().min(1) }),
  /** Ended before the project started. */
  z.strictObject({ kind: z.literal("request-withdrawn"), at: Instant, by: z.string().min(1) }),
  z.strictObject({ kind: z.literal("project-started"), at: Instant, starting_sha: Sha }),
  /** An event of the project, with its own instant. */
  z.strictObject({ kind: z.literal("project-moved"), at: Instant, move: ProjectEvent }),
  /** An event of one task's work. */
  z.strictObject({ kind: z.literal("work-moved"), at: Instant, task_id: TaskId, move: TaskEvent }),
  /** A comment was read. If it was a command, an answer is pending. Only this event moves the cursor. */
  z.strictObject({
    kind: z.literal("comment-read"),
    at: Instant,
    comment: z.int().positive(),
    updated_at: Instant,
    answer: PendingComment.nullable(),
    /** The author of a command in it; absent if it had none. */
    by: z.string().min(1).optional(),
  }),
  /** A pending comment was observed on GitHub. */
  z.strictObject({ kind: z.literal("said"), at: Instant, key: z.string().min(1) }),
  /** A person changed something manually, and the App answers it. */
  z.strictObject({
    kind: z.literal("manual-change-detected"),
    at: Instant,
    note: PendingComment,
    /** Present if it was a command in a place where none is read: it counts like one. */
    heard: Heard.optional(),
  }),
  ...CHANGE_EVENTS,
  ...DECISION_EVENTS,
  ...BASELINE_EVENTS,
  ...RELEASE_EVENTS,
  ...DEPRECATION_EVENTS,
  ...UNDO_EVENTS,
]);
export type FactoryEvent = z.infer<typeof FactoryEvent>;
export type EventKind = FactoryEvent["kind"];
export type EventOf<K extends EventKind> = Extract<FactoryEvent, { kind: K }>;
