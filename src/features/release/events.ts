import { z } from "zod";
import { ReleaseId } from "../../domain/artifacts/artifact-id.js";
import { Digest, Instant, ModuleRef, Sha, TaskId } from "../../domain/ids.js";
import { Locating, LostTest } from "../../domain/validation/locating.js";
import { SuiteAwaited } from "../../domain/validation/suite-awaited.js";
import { OwedSaying } from "../../engine/factory-state.js";
import { DeprecationOrder } from "../deprecation/deprecation-state.js";
import { ReleaseOrder } from "./rules/release-state.js";

const intent = <K extends string, S extends z.core.$ZodLooseShape>(kind: K, payload: S) =>
  z.strictObject({ kind: z.literal(kind), at: Instant, ...payload });

const Why = z.string().min(1);

/** What happens to the baseline, the ratchet that every task is judged by (requirements.md#baseline). */
export const BASELINE_INTENTS = [
  intent("baseline-requested", { run: SuiteAwaited }),
  intent("baseline-lost", { why: Why }),
  intent("baseline-stuck", { why: Why, note: OwedSaying }),
  intent("baseline-retried", { by: z.string().min(1) }),
  intent("baseline-taken", { sha: Sha }),
  /** A task was merged whose gate 3 ran the whole suite: what passes now is expected from now on. */
  intent("baseline-ratcheted", { task_id: TaskId, sha: Sha }),
  /** The whole suite ran on a commit of the default branch, and this came of it. */
  intent("full-run-judged", { sha: Sha, passed: z.boolean(), why: Why, tests: z.array(LostTest).optional() }),
] as const;

/** What happens to a release, in the order in which it goes well (requirements.md#release). */
export const RELEASE_INTENTS = [
  intent("release-due", { order: ReleaseOrder }),
  intent("release-suite-requested", { run: SuiteAwaited }),
  intent("release-suite-lost", { why: Why }),
  /** The full run failed with several merges behind it. */
  intent("release-locating", { locating: Locating }),
  intent("release-merge-requested", { run: SuiteAwaited }),
  intent("release-merge-judged", { sha: Sha, verdict: z.enum(["good", "bad", "untestable"]), why: Why }),
  intent("release-merge-lost", { why: Why }),
  intent("release-validated", { head: Sha }),
  /** The default branch moved on before the manifest was merged: the gates are about another commit now. */
  intent("release-overtaken", { head: Sha }),
  intent("release-prepared", { release_id: ReleaseId, head: Sha, digest: Digest }),
  intent("release-refused", {
    release_id: ReleaseId,
    why: Why,
    empty: z.literal(true).exactOptional(),
    note: OwedSaying,
  }),
  intent("release-merged", { commit: Sha }),
  intent("release-published", { release_id: ReleaseId, tag: z.string().min(1) }),
] as const;

export const DEPRECATION_INTENTS = [
  intent("deprecation-ordered", { order: DeprecationOrder }),
  intent("deprecation-prepared", { module_ref: ModuleRef, digest: Digest, downstream: z.array(ModuleRef) }),
  intent("deprecation-refused", { module_ref: ModuleRef, note: OwedSaying }),
  intent("deprecation-merged", { module_ref: ModuleRef, note: OwedSaying }),
] as const;
