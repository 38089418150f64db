import type { FactoryState } from "../../engine/factory-state.js";
import type { Person } from "./person.js";

/** A reader of the state branch. */
export type Following = Pick<Person, "state" | "stateHead" | "commitsBetween">;

/**
 * Every state since the last call, in order: each phase change is a commit, so none is missed. Of the states before the
 * first call only the newest is returned.
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
