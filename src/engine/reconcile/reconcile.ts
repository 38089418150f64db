import type { Refusal } from "../../domain/refusal.js";
import type { Decision } from "../decide.js";
import type { JobResult, RepositoryRef } from "../ports.js";
import type { Wait } from "../wait.js";
import { breakLoop } from "./break-loop.js";
import { commitDecision } from "./commit-decision.js";
import { decideNow, filesOf, type Readable } from "./decide-now.js";
import { isKeptAlready, isRefused, tooLate } from "./late-results.js";
import { openPendingEffects } from "./pending-effects.js";
import { performPending } from "./perform-pending.js";
import type { Ports } from "./reconcile-ports.js";
import { sayProblem } from "./report-problem.js";
import { begin, stillShows, type View, withHead, withRun } from "./view.js";

/** How a reconcile ended: settled, or stopped with a reason that a person can read. */
export type Settled =
  | { readonly kind: "settled"; readonly stalled?: readonly Wait[] }
  | { readonly kind: "stopped"; readonly problem: Refusal };

/** Enough for any real course of events. Beyond it, something undoes our effects. */
const MAX_CYCLES = 25;
/** Another replica's progress is progress, but so many lost races in a row are a fault. */
const MAX_LOST_RACES = 6;

/**
 * Brings a repository from its present state to the desired one. It is short: it never waits for a model or a gate run.
 * It commits first and acts second; what a crash leaves undone is derived again by the next reconcile
 * (decisions.md#commit-first-act-second).
 */
export async function reconcile(
  repository: RepositoryRef,
  ports: Ports,
  given: readonly JobResult[] = [],
): Promise<Settled> {
  let brought = given.filter((result) => !isKeptAlready(result));
  let lost = 0;
  let idle = 0;
  let known: Readable | undefined;
  let view: View | undefined;
  const pendingEffects = openPendingEffects();
  const mayRaceAgain = async () => {
    known = undefined;
    view = undefined;
    pendingEffects.committed(null); // another replica has committed and may have performed the pending effects
    lost += 1;
    if (lost < MAX_LOST_RACES) await ports.backOff(lost);
    // This may be no race but a state branch that was force-pushed to an earlier head. The next reconcile accepts it.
    else ports.state.forget(repository);
    return lost < MAX_LOST_RACES;
  };
  let cycle = 0;
  while (cycle < MAX_CYCLES) {
    // What was just read or written need not be read again: if another replica has written since, the next commit loses
    // its race.
    const begun = known === undefined ? await begin(repository, ports) : { loaded: known, view };
    const { loaded } = begun;
    if (loaded.kind === "unreadable") return stop(repository, ports, loaded.problem, null);
    known = loaded;
    if (view === undefined) pendingEffects.observed();
    const decision = await decideNow(repository, ports, { loaded, brought, view: begun.view });
    if (decision.kind === "stale") {
      if (!(await mayRaceAgain())) return { kind: "stopped", problem: LOST_RACES };
      continue;
    }
    cycle += 1; // a stale observation decides nothing; mayRaceAgain counts those
    if (decision.kind === "stopped") {
      return stop(repository, ports, decision.problem, loaded.kind === "loaded" ? loaded.state.request.issue : null);
    }
    view = decision.view;
    const timely = brought.filter((result) => !isRefused(result, decision.value));
    if (timely.length < brought.length) {
      brought = brought.map((result) => (timely.includes(result) ? result : tooLate(result)));
      continue; // a stale answer leaves only its cost behind, and none of its files
    }
    const isProgress = decision.value.events.length > 0;
    if (isProgress) {
      const committed = await commitDecision(repository, ports, {
        loaded,
        decision: decision.value,
        files: filesOf(brought),
      });
      if (committed === undefined) {
        if (!(await mayRaceAgain())) return { kind: "stopped", problem: LOST_RACES };
        continue; // read, decide and commit again, never the commit alone
      }
      if (committed.kind === "too-large") {
        return stop(repository, ports, committed.problem, decision.value.state?.request.issue ?? null);
      }
      lost = 0;
      brought = [];
      known = committed;
      pendingEffects.committed(decision.value.expectedBefore);
      if (!stillShows(view, committed.state, ports.setupKit)) view = undefined;
    }
    const { heads, runs, isNew } = await performPending(repository, ports, {
      decision: decision.value,
      pendingEffects,
      pulls: decision.view.observed.pulls,
      isLast: !isProgress,
    });
    view = isNew || view === undefined ? undefined : runs.reduce(withRun, heads.reduce(withHead, view));
    if (isProgress) idle = 0;
    else if (!isNew && heads.length === 0 && runs.length === 0) return settled(decision.value);
    else idle += 1;
    if (idle >= decision.patience) break;
  }
  await breakLoop(repository, ports);
  return { kind: "stopped", problem: DOES_NOT_SETTLE };
}

function settled({ stalled }: Decision): Settled {
  return stalled.length === 0 ? { kind: "settled" } : { kind: "settled", stalled };
}

const DOES_NOT_SETTLE: Refusal = {
  code: "does-not-settle",
  message: "the loop went round without getting anywhere; something undoes what is done here",
};

const LOST_RACES: Refusal = {
  code: "lost-races",
  message: `the state branch was written by somebody else, or GitHub lagged behind it, ${MAX_LOST_RACES} times in a row; the next event or sweep tries again`,
};

/** Posts a problem that only a person can solve. Nothing is overwritten. */
async function stop(repository: RepositoryRef, ports: Ports, problem: Refusal, issue: number | null): Promise<Settled> {
  await sayProblem(repository, ports, { problem, issue });
  return { kind: "stopped", problem };
}
