/** Runs after a restart: queued runs are queued again, and runs in progress have lost their runner. */
import { messageOf } from "../../../../domain/errors.js";
import { removeTree } from "../../../runner/job/remove-tree.js";
import { endLeftovers } from "../../../runner/process/end-leftovers.js";
import type { Hub } from "../../hub.js";
import type { JobRecord } from "../../records/actions.js";
import { latestAttempt, type OfRun } from "./attempt.js";
import { concludeRun, recordRunNews } from "./record-run.js";

const REASON = "the runner stopped in the middle of this run";

/** Concludes runs that were in progress, and returns those that must be queued again. */
export async function recoverRuns(hub: Hub): Promise<OfRun[]> {
  const waiting: OfRun[] = [];
  for (const repository of hub.state.repositories.values()) {
    for (const run of repository.runs.values()) {
      const attempt = latestAttempt(run);
      if (attempt.status === "completed") continue;
      if (attempt.status === "in_progress") await failLostRun(hub, { repository, run });
      else {
        attempt.status = "queued";
        waiting.push({ repository, run });
      }
    }
  }
  return waiting;
}

/** Fails the run like GitHub does when it loses a runner: with an annotation at each job in progress. */
async function failLostRun(hub: Hub, of: OfRun): Promise<void> {
  const jobs = latestAttempt(of.run).jobIds.flatMap((id) => of.repository.jobs.get(id) ?? []);
  for (const [token, record] of hub.state.tokens) {
    if (record.kind === "job" && record.runId === of.run.id) hub.state.tokens.delete(token);
  }
  for (const job of jobs.filter(({ status }) => status === "in_progress")) {
    await clearUp(hub, job);
    const annotation = { level: "error", message: "The runner was killed while it performed this job." } as const;
    await recordRunNews(hub, of, { kind: "annotation", job: job.key, step: 1, annotation });
  }
  await concludeRun(hub, of, { conclusion: "failure", reason: REASON });
}

/** Removes the processes and files that the job's runner would have removed. */
async function clearUp(hub: Hub, { runner }: JobRecord): Promise<void> {
  if (runner === undefined) return;
  await endLeftovers({ sessions: [], trackingId: runner.trackingId });
  await removeTree(runner.folder).catch((error: unknown) =>
    hub.log(`${runner.folder} of a lost job is still there: ${messageOf(error)}`),
  );
}
