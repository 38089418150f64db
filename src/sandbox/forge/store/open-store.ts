/**
 * The forge's memory. With a folder it survives a kill at any moment. A change is in the journal before any response
 * (journal.ts), and the next start undoes a change that is not in the journal (open-hub.ts).
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
  /** Whether the folder already held a state. */
  readonly isKnown: boolean;
  nextId(): number;
  /** Reports a change that no response depends on. It is saved soon. */
  changed(): void;
  /** Runs a task that changes one repository. Its changes are saved together at its end. */
  transaction<T>(repository: number, task: () => Promise<T>): Promise<T>;
  /** Allows values of the state to be changed in place until the returned function is called. */
  hold(): () => void;
  /** Settles when every change that is visible now is saved. Rejects when saving fails. */
  saved(): Promise<void>;
  /** Ends the start: the state is consistent with git. Nothing is saved before. */
  start(): void;
  close(): void;
};

const FILE = "state.journal";
/** The file of earlier versions. */
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
