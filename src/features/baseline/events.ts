import { z } from "zod";
import { Sha, TaskId } from "../../domain/ids.js";
import { LostTest } from "../../domain/validation/locating.js";
import { SuiteAwaited } from "../../domain/validation/suite-awaited.js";
import { event } from "../../engine/event-schema.js";
import { PendingComment } from "../inbox/pending-comment.js";

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
