/** Adds a run to the queue: on dispatch, on a re-run, and after a restart. */
import type { Acting } from "../../context.js";
import type { Hub } from "../../hub.js";
import type { AttemptRecord } from "../../records/actions.js";
import { announceRun } from "../announce/announce-run.js";
import type { OfRun } from "./attempt.js";
import { concludeRun } from "./record-run.js";

/** Adds an attempt, announces the request, and queues the run. */
export async function requestAttempt(hub: Hub, acting: Acting, of: OfRun): Promise<void> {
  const now = hub.now();
  const attempt: AttemptRecord = {
    number: of.run.attempts.length + 1,
    status: "queued",
    conclusion: null,
    reason: null,
    triggeringActorId: acting.user.id,
    jobIds: [],
    startedAt: now,
    updatedAt: now,
  };
  of.run.attempts.push(attempt);
  await announceRun(hub, acting, { ...of, action: "requested" });
  queueRun(hub, of);
}

/** Queues the run. */
export function queueRun(hub: Hub, of: OfRun): void {
  const { repository, run } = of;
  hub.runs.enqueue({
    id: run.id,
    start: () => hub.perform(repository, run),
    drop: () =>
      hub.exclusive(repository, () =>
        concludeRun(hub, of, { conclusion: "cancelled", reason: "cancelled before it started" }),
      ),
  });
}
