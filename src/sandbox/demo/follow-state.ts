import type { FactoryState } from "../../engine/factory-state.js";
import type { Person } from "./person.js";

/** Whoever can read the state branch. */
export type Following = Pick<Person, "state" | "stateHead" | "commitsBetween">;

/**
 * Every state since the last look, in order: each arrow is a commit, so nothing passes between two looks unseen. What
 * was there before the first look is history; of that only the newest is told.
 */
export function followState(person: Following): () => Promise<FactoryState[]> {
  let last: string | null | undefined;
  return async () => {
    const head = await person.stateHead();
    const known = last;
    last = head ?? null;
    if (head === undefined || head === known) return [];
    const states: FactoryState[] = [];
    for (const commit of known === undefined ? [head] : await person.commitsBetween(known, head)) {
      const state = await person.state(commit);
      if (state !== undefined) states.push(state);
    }
    return states;
  };
}
