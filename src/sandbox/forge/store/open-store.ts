/**
 * The forge's memory. With a folder it survives the forge being killed at any moment: a change is in the journal before anybody is answered
 * (journal.ts), and a change that is not in the journal is undone at the next start (open-hub.ts).
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../make-folder.js";
import { emptyState, type State } from "../records/state.js";
import { applyChange } from "./apply-change.js";
import { BrokenStore } from "./broken-store.js";
import { claimFolder } from "./claim-folder.js";
import { openJournal } from "./journal.js";
import { keepState } from "./keep-state.js";
import { readJournal } from "./read-journal.js";

export type Store = {
  readonly state: State;
  /** Whether the folder held a state already. */
  readonly isKnown: boolean;
  nextId(): number;
  /** Something changed that no answer depends on: saves it soon. */
  changed(): void;
  /** Runs a task that changes one repository. What it changes there is saved as a whole when it has ended, and nothing of it before. */
  transaction<T>(repository: number, task: () => Promise<T>): Promise<T>;
  /** Says that values of the state may be changed in place from now on, until the returned function is called. */
  hold(): () => void;
  /** Settles when everything that could be read in `state` until now is saved. Rejects when it cannot be saved. */
  saved(): Promise<void>;
  /** Ends the start: the state is consistent with git. Nothing is saved before. */
  start(): void;
  close(): void;
};

const FILE = "state.journal";
/** What earlier versions wrote. */
const FORMER_FILE = "state.json";

export function openStore(directory: string | undefined, log: (line: string) => void): Store {
  return directory === undefined ? inMemory() : inFolder(directory, log);
}

function inMemory(): Store {
  const state = emptyState();
  return {
    state,
    isKnown: false,
    nextId: () => nextId(state),
    changed: () => undefined,
    transaction: (_repository, task) => task(),
    hold: () => () => undefined,
    saved: () => Promise.resolve(),
    start: () => undefined,
    close: () => undefined,
  };
}

function inFolder(directory: string, log: (line: string) => void): Store {
  makeFolder(directory);
  const release = claimFolder(directory);
  try {
    const file = join(directory, FILE);
    const saved = emptyState();
    const read = readJournal(file, (change) => applyChange(saved, change));
    const former = join(directory, FORMER_FILE);
    if (read === undefined && existsSync(former))
      throw new BrokenStore(former, "was left by an earlier version, which this one cannot read");
    if (read !== undefined && read.torn > 0)
      log(
        `${file}: dropped an unfinished record of ${read.torn} bytes at its end: the forge was killed before it answered`,
      );
    const kept = keepState(saved, openJournal(file, read), log);
    return {
      ...kept,
      isKnown: read !== undefined,
      nextId: () => nextId(kept.state),
      close() {
        kept.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

function nextId(state: State): number {
  state.lastId += 1;
  return state.lastId;
}
