import { z } from "zod";
import { ReleaseId } from "../../domain/artifacts/artifact-id.js";
import { Digest, Instant, ModuleRef, Sha, TaskId } from "../../domain/ids.js";
import { Locating, LostTest } from "../../domain/validation/locating.js";
import { SuiteAwaited } from "../../domain/validation/suite-awaited.js";
import { PendingComment } from "../../engine/factory-state.js";
import { DeprecationOrder } from "../deprecation/deprecation-state.js";
import { ReleaseOrder } from "./rules/release-state.js";

const event = <K extends string, S extends z.core.$ZodLooseShape>(kind: K, payload: S) =>
  z.strictObject({ kind: z.literal(kind), at: Instant, ...payload });

const Why = z.string().min(1);

/** Events of the baseline, by which every task is judged (requirements.md#baseline). */
export const BASELINE_EVENTS = [
  event("baseline-requested", { run: SuiteAwaited }),
  event("baseline-lost", { why: Why }),
  event("baseline-stuck", { why: Why, note: PendingComment }),
  event("baseline-retried", { by: z.string().min(1) }),
  event("baseline-taken", { sha: Sha }),
  /** A task was merged whose gate 3 ran the whole suite: what passes now is expected from now on. */
  event("baseline-ratcheted", { task_id: TaskId, sha: Sha }),
  /** The result of the whole suite on a commit of the default branch. */
  event("full-run-judged", { sha: Sha, passed: z.boolean(), why: Why, tests: z.array(LostTest).optional() }),
] as const;

/** Events of a release, in the order of success (requirements.md#release). */
export const RELEASE_EVENTS = [
  event("release-due", { order: ReleaseOrder }),
  event("release-suite-requested", { run: SuiteAwaited }),
  event("release-suite-lost", { why: Why }),
  /** The full run failed with several merges since the last good one. */
  event("release-locating", { locating: Locating }),
  event("release-merge-requested", { run: SuiteAwaited }),
  event("release-merge-judged", { sha: Sha, verdict: z.enum(["good", "bad", "untestable"]), why: Why }),
  event("release-merge-lost", { why: Why }),
  event("release-validated", { head: Sha }),
  /** The default branch moved before the manifest was merged: the gates must run on another commit. */
  event("release-overtaken", { head: Sha }),
  event("release-prepared", { release_id: ReleaseId, head: Sha, digest: Digest }),
  event("release-refused", {
    release_id: ReleaseId,
    why: Why,
    empty: z.literal(true).exactOptional(),
    note: PendingComment,
  }),
  event("release-merged", { commit: Sha }),
  event("release-published", { release_id: ReleaseId, tag: z.string().min(1) }),
] as const;

export const DEPRECATION_EVENTS = [
  event("deprecation-ordered", { order: DeprecationOrder }),
  event("deprecation-prepared", { module_ref: ModuleRef, digest: Digest, downstream: z.array(ModuleRef) }),
  event("deprecation-refused", { module_ref: ModuleRef, note: PendingComment }),
  event("deprecation-merged", { module_ref: ModuleRef, note: PendingComment }),
] as const;
