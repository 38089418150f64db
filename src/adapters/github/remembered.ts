import type { GateNonce } from "../../domain/gates/gate-request.js";
import type { Sha } from "../../domain/ids.js";

/** A run that was just dispatched: GitHub lists it only seconds later. */
export type DispatchedRun = { readonly runId: number; readonly url: string };

/**
 * What this process did a moment ago and GitHub does not show yet. Nothing depends on it: after a restart the same is
 * found by looking, at worst after one needless look or run.
 */
export type Remembered = {
  noteDispatch(nonce: GateNonce, run: DispatchedRun | null): void;
  /** Undefined when this process did not dispatch it; null when GitHub did not say which run it became. */
  dispatched(nonce: GateNonce): DispatchedRun | null | undefined;
  noteRefusedMerge(pull: RefusedMerge, why: string): void;
  refusedMerge(pull: RefusedMerge): string | null;
  noteShipped(owner: string, repo: string): void;
  /** Whether modules were seen to have shipped there. */
  hasShipped(owner: string, repo: string): boolean;
};

type RefusedMerge = { readonly owner: string; readonly repo: string; readonly number: number; readonly head: Sha };

const KEPT = 500;

export function createRemembered(): Remembered {
  const dispatches = boundedMap<DispatchedRun | null>();
  const refusals = boundedMap<string>();
  const shipped = boundedMap<true>();
  const keyOf = ({ owner, repo, number, head }: RefusedMerge) => `${owner}/${repo}#${number}@${head}`;
  return {
    noteDispatch: (nonce, run) => dispatches.set(nonce, run),
    dispatched: (nonce) => dispatches.get(nonce),
    noteRefusedMerge: (pull, why) => refusals.set(keyOf(pull), why),
    refusedMerge: (pull) => refusals.get(keyOf(pull)) ?? null,
    noteShipped: (owner, repo) => shipped.set(`${owner}/${repo}`, true),
    hasShipped: (owner, repo) => shipped.get(`${owner}/${repo}`) ?? false,
  };
}

/** The oldest entry goes first. */
function boundedMap<Value>() {
  const entries = new Map<string, Value>();
  return {
    get: (key: string) => entries.get(key),
    set(key: string, value: Value) {
      entries.delete(key);
      entries.set(key, value);
      const [oldest] = entries.keys();
      if (entries.size > KEPT && oldest !== undefined) entries.delete(oldest);
    },
  };
}
