/** The current attempt of a run, and who stands behind it. */
import type { Acting } from "../../context.js";
import type { Hub } from "../../hub.js";
import { theAccount } from "../../lookup.js";
import type { AttemptRecord, RunRecord } from "../../records/actions.js";
import type { RepositoryRecord } from "../../records/repository.js";

export type OfRun = { readonly repository: RepositoryRecord; readonly run: RunRecord };

/** Whoever started the current attempt, acting through the runner. */
export function runActing(hub: Hub, run: RunRecord): Acting {
  const user = theAccount(hub.state, latestAttempt(run).triggeringActorId);
  return { user, caller: { kind: "anonymous" }, responded: Promise.resolve() };
}

/** The run, got from its Map again so that changes are saved: whoever performs it has kept the record for long. */
export function current({ repository, run }: OfRun): RunRecord {
  return repository.runs.get(run.id) ?? run;
}

export function latestAttempt(run: RunRecord): AttemptRecord {
  const attempt = run.attempts.at(-1);
  if (attempt === undefined) throw new Error(`run ${run.id} has no attempt`);
  return attempt;
}
