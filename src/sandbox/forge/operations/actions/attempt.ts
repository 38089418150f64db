/** The current attempt of a run, and its actor. */
import type { Acting } from "../../context.js";
import type { Hub } from "../../hub.js";
import { theAccount } from "../../lookup.js";
import type { AttemptRecord, RunRecord } from "../../records/actions.js";
import type { RepositoryRecord } from "../../records/repository.js";

export type OfRun = { readonly repository: RepositoryRecord; readonly run: RunRecord };

/** The user who started the current attempt, acting through the runner. */
export function runActing(hub: Hub, run: RunRecord): Acting {
  const user = theAccount(hub.state, latestAttempt(run).triggeringActorId);
  return { user, caller: { kind: "anonymous" }, responded: Promise.resolve() };
}

/**
 * Gets the run from its Map again so that changes are saved. The runner has kept the old record for longer than a lock.
 */
export function current({ repository, run }: OfRun): RunRecord {
  return repository.runs.get(run.id) ?? run;
}

export function latestAttempt(run: RunRecord): AttemptRecord {
  const attempt = run.attempts.at(-1);
  if (attempt === undefined) throw new Error(`run ${run.id} has no attempt`);
  return attempt;
}
