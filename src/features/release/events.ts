import { z } from "zod";
import { ReleaseId } from "../../domain/artifacts/artifact-id.js";
import { Digest, Sha } from "../../domain/ids.js";
import { Locating } from "../../domain/validation/locating.js";
import { SuiteAwaited } from "../../domain/validation/suite-awaited.js";
import { event } from "../../engine/event-schema.js";
import { PendingComment } from "../inbox/pending-comment.js";
import { ReleaseOrder } from "./rules/release-state.js";

const Why = z.string().min(1);

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
