import type { Refusal } from "../../domain/refusal.js";
import type { JobResult, RepositoryRef } from "../ports.js";
import { breakLoop } from "./break-loop.js";
import { commitDecision } from "./commit-decision.js";
import { decideNow, filesOf, type Readable } from "./decide-now.js";
import { isPaidAlready, isRefused, tooLate } from "./late-results.js";
import { openPendingEffects } from "./pending-effects.js";
import { performPending } from "./perform-pending.js";
import type { Ports } from "./reconcile-ports.js";
import { sayProblem } from "./report-problem.js";
import { begin, stillShows, type View, withHead } from "./view.js";

/** How a reconcile ended: nothing is owed but a wait, or it stopped with a reason that a person can read. */
export type Settled = { readonly kind: "settled" } | { readonly kind: "stopped"; readonly problem: Refusal };

/** Enough for any honest course of events; beyond it something undoes what we do. */
const MAX_CYCLES = 25;
/** Somebody else's progress is progress; so many races lost in a row are a fault. */
const MAX_LOST_RACES = 6;

/**
 * Brings a repository from where it is to where it should be. Short: it never waits for a model or a gate run. Commit
 * first, act second; what a crash leaves undone is derived again by the next one
 * (decisions.md#commit-first-act-second).
 */
export async function reconcile(
  repository: RepositoryRef,
  ports: Ports,
  given: readonly JobResult[] = [],
): Promise<Settled> {
  let brought = given.filter((result) => !isPaidAlready(result));
  let lost = 0;
  let idle = 0;
  let known: Readable | undefined;
  let view: View | undefined;
  const pendingEffects = openPendingEffects();
  const mayRaceAgain = async () => {
    known = undefined;
    view = undefined;
    pendingEffects.committed(null); // somebody else has written, and may have done what was owed
    lost += 1;
    if (lost < MAX_LOST_RACES) await ports.backOff(lost);
    // Where this is no race but a branch that somebody forced back to a head that we replaced, it is believed the next time.
    else ports.state.forget(repository);
    return lost < MAX_LOST_RACES;
  };
  let cycle = 0;
  while (cycle < MAX_CYCLES) {
    // What was just read or written need not be read: whoever wrote since then makes the next commit lose its race.
    const begun = known === undefined ? await begin(repository, ports) : { loaded: known, view };
    const { loaded } = begun;
    if (loaded.kind === "unreadable") return stop(repository, ports, loaded.problem, null);
    known = loaded;
    if (view === undefined) pendingEffects.looked();
    const decision = await decideNow(repository, ports, { loaded, brought, view: begun.view });
    if (decision.kind === "stale") {
      if (!(await mayRaceAgain())) return { kind: "stopped", problem: LOST_RACES };
      continue;
    }
    cycle += 1; // a look that lags decides nothing, and how many of those there may be is counted above
    if (decision.kind === "stopped") {
      return stop(repository, ports, decision.problem, loaded.kind === "loaded" ? loaded.state.request.issue : null);
    }
    view = decision.view;
    const timely = brought.filter((result) => !isRefused(result, decision.value));
    if (timely.length < brought.length) {
      brought = brought.map((result) => (timely.includes(result) ? result : tooLate(result)));
      continue; // an answer that came too late leaves nothing behind but what it cost, its files neither
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
        continue; // read, decide and write again, never the write alone
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
    const { heads, isNew } = await performPending(repository, ports, {
      decision: decision.value,
      pendingEffects,
      pulls: decision.view.observed.pulls,
      isLast: !isProgress,
    });
    view = isNew || view === undefined ? undefined : heads.reduce(withHead, view);
    if (isProgress) idle = 0;
    else if (!isNew && heads.length === 0) return { kind: "settled" };
    else idle += 1;
    if (idle >= decision.patience) break;
  }
  await breakLoop(repository, ports);
  return { kind: "stopped", problem: DOES_NOT_SETTLE };
}

const DOES_NOT_SETTLE: Refusal = {
  code: "does-not-settle",
  message: "the loop went round without getting anywhere; something undoes what is done here",
};

const LOST_RACES: Refusal = {
  code: "lost-races",
  message: `the state branch was written by somebody else, or GitHub lagged behind it, ${MAX_LOST_RACES} times in a row; the next event or sweep tries again`,
};

/** What a person must mend is said where they look; nothing is overwritten. */
async function stop(repository: RepositoryRef, ports: Ports, problem: Refusal, issue: number | null): Promise<Settled> {
  await sayProblem(repository, ports, { problem, issue });
  return { kind: "stopped", problem };
}
