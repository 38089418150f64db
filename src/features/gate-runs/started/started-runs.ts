import { accept, type Outcome } from "../../../domain/refusal.js";
import type { EventOf, FactoryEvent } from "../../../engine/event.js";
import type { FactoryState } from "../../../engine/factory-state.js";
import type { Situation } from "../../../engine/situation.js";

/** More are never awaited at once; the oldest are forgotten, and then found by their nonce in a listing. */
const MAX_KEPT = 100;

/** Runs that GitHub has started and the state does not know by their ids. Those that have ended need no id. */
export function detectStarted({ state, observed, now }: Situation): FactoryEvent[] {
  const runs = observed.gateRuns
    .filter(({ nonce, state: is }) => (is === "queued" || is === "running") && runIdOf(state, nonce) === undefined)
    .map(({ nonce, runId }) => ({ nonce, run_id: runId }));
  return runs.length === 0 ? [] : [{ kind: "gate-runs-started", at: now, runs }];
}

/** Ids survive restarts and are known to every replica, where GitHub lists a run late or not at all. */
export function keepStarted(state: FactoryState, { runs }: EventOf<"gate-runs-started">): Outcome<FactoryState> {
  const started = new Set(runs.map(({ nonce }) => nonce));
  const earlier = (state.started_runs ?? []).filter(({ nonce }) => !started.has(nonce));
  return accept({ ...state, started_runs: [...earlier, ...runs].slice(-MAX_KEPT) });
}

/** The id of a run, if it was started. */
export function runIdOf({ started_runs = [] }: Pick<FactoryState, "started_runs">, nonce: string): number | undefined {
  return started_runs.find((run) => run.nonce === nonce)?.run_id;
}

/** Whether a run is there: GitHub shows it, or has shown it before. */
export function hasStarted({ state, observed }: Pick<Situation, "state" | "observed">, nonce: string): boolean {
  return observed.gateRuns.some((run) => run.nonce === nonce) || runIdOf(state, nonce) !== undefined;
}
