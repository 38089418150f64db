/** Compares what a forge has saved with what it has in memory. */
import { join } from "node:path";
import type { Forge } from "../../src/sandbox/forge/forge.js";
import { emptyState, type State } from "../../src/sandbox/forge/records/state.js";
import { applyChange } from "../../src/sandbox/forge/store/apply-change.js";
import { encode } from "../../src/sandbox/forge/store/encoding.js";
import { readJournal } from "../../src/sandbox/forge/store/read-journal.js";

export const journalIn = (folder: string) => join(folder, "state.journal");

export function stateOnDisk(folder: string): State {
  const state = emptyState();
  readJournal(journalIn(folder), (change) => applyChange(state, change));
  return state;
}

/** The state line by line, in the order of its collections. */
export function linesOf(state: State): string[] {
  return JSON.stringify(JSON.parse(encode(state)), undefined, 1).split("\n");
}

/** The saved state and the state in memory, once nothing is under way. */
export async function bothStates({ hub, idle }: Forge, folder: string): Promise<{ memory: string[]; disk: string[] }> {
  await idle();
  await hub.saved();
  return { memory: linesOf(hub.state), disk: linesOf(stateOnDisk(folder)) };
}
