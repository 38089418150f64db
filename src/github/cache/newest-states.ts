import type { Sha } from "../../domain/ids.js";
import { boundedMap } from "./bounded-map.js";

type StateText = { readonly head: Sha; readonly text: string };

/** The number of repositories whose state is remembered. */
const KEPT_STATES = 100;
/** More than one reconcile commits; GitHub lags for a few commits at most. */
const KEPT_REPLACED = 50;

/**
 * The newest state of each repository that this process has read or written. A head that our own commit replaced is
 * stale, because GitHub lags. A state branch that was force-pushed back looks the same, and is accepted after `forget`.
 */
export function createNewestStates() {
  const states = boundedMap<StateText & { readonly replaced: readonly Sha[] }>(KEPT_STATES);
  return {
    get: (repository: number): StateText | undefined => states.get(String(repository)),
    /** The newer state, if our own commit has replaced the given head. */
    insteadOf(repository: number, head: Sha): StateText | undefined {
      const known = states.get(String(repository));
      return known?.replaced.includes(head) === true ? known : undefined;
    },
    learn(repository: number, read: StateText): void {
      const replaced = states.get(String(repository))?.replaced ?? [];
      states.set(String(repository), { ...read, replaced });
    },
    follow(repository: number, { parent, ...written }: StateText & { readonly parent: Sha }): void {
      const replaced = [...(states.get(String(repository))?.replaced ?? []), parent].slice(-KEPT_REPLACED);
      states.set(String(repository), { ...written, replaced });
    },
    forget: (repository: number): void => states.delete(String(repository)),
  };
}
