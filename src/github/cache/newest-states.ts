import type { Sha } from "../../domain/ids.js";
import { boundedMap } from "./bounded-map.js";

type StateText = { readonly head: Sha; readonly text: string };

/** So many repositories' states are remembered; any other is read again. */
const KEPT_STATES = 100;
/** More than one reconcile commits, and GitHub does not lag behind for longer than a few of them. */
const KEPT_REPLACED = 50;

/**
 * The newest state of each repository that this process has read or written. A head that our own commit replaced is older
 * than it, whoever answers with it: GitHub lags. Only a branch that was forced back there says the same, and is believed
 * after everything is forgotten.
 */
export function createNewestStates() {
  const states = boundedMap<StateText & { readonly replaced: readonly Sha[] }>(KEPT_STATES);
  return {
    get: (repository: number): StateText | undefined => states.get(String(repository)),
    /** What stands instead of a head that was answered, where our own commit has replaced that. */
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
