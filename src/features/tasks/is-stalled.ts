import type { Instant, TaskId } from "../../domain/ids.js";
import { isJob } from "../../engine/effects/effect-table.js";
import type { WaitView } from "../../engine/wait.js";
import { awaitedRuns } from "../gate-runs/gate-query.js";
import { awaitedResolves } from "../packages/package-query.js";
import { LONGEST_MS } from "../questions/under-way.js";

/** How long nothing may be written down while a task in work waits for nothing that can be named. */
const STALLED_AFTER_MS = 10 * 60_000;

/**
 * Whether a task stands still and nothing says why: no question is with a model, no job of the App is due for it, none of its
 * runs goes on (decisions.md#never-silence). Where GitHub was not observed, or the time is not known, nobody can tell.
 */
export function isStalled({ state, observed, now, pending }: WaitView, task: TaskId): boolean {
  if (observed === null || now === null || passed(state.updated_at, now) < STALLED_AFTER_MS) return false;
  const isAsked = Object.values(state.under_way ?? {}).some(
    (question) => question.task === task && passed(question.since, now) < LONGEST_MS,
  );
  const isDue = pending.some((effect) => isJob(effect) && "task" in effect && effect.task === task);
  const ours = [...awaitedRuns(state), ...awaitedResolves(state)].filter((request) => request.task === task);
  const isRunning = observed.gateRuns.some(
    (run) => (run.state === "queued" || run.state === "running") && ours.some(({ nonce }) => nonce === run.nonce),
  );
  return !isAsked && !isDue && !isRunning;
}

function passed(since: Instant, now: Instant): number {
  return Date.parse(now) - Date.parse(since);
}
