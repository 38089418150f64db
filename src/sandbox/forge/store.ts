/**
 * The forge's memory on disk: one JSON snapshot, replaced atomically. Without a directory nothing is written.
 * Changes within `SAVE_DELAY_MS` share one write; `close` writes the last one.
 */

import { readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "../../errors.js";
import { BrokenStore } from "./broken-store.js";
import { makeFolder } from "./make-folder.js";
import { emptyRepositoryCollections } from "./records/repository.js";
import { emptyState, type State } from "./records/state.js";

const SAVE_DELAY_MS = 100;
const FILE = "state.json";

export type Store = {
  readonly state: State;
  nextId(): number;
  /** Something in `state` changed: save it soon. */
  changed(): void;
  close(): Promise<void>;
};

export function openStore(directory: string | undefined): Store {
  if (directory !== undefined) makeFolder(directory);
  const state = directory === undefined ? emptyState() : loadState(join(directory, FILE));
  const saver = directory === undefined ? undefined : createSaver(join(directory, FILE), state);
  return {
    state,
    nextId() {
      state.lastId += 1;
      return state.lastId;
    },
    changed: () => saver?.soon(),
    close: async () => saver?.close(),
  };
}

function createSaver(file: string, state: State) {
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(() => writeAtomically(file, serialiseState(state)));
  };
  return {
    soon() {
      timer ??= setTimeout(save, SAVE_DELAY_MS);
    },
    async close() {
      save();
      await writing;
    },
  };
}

async function writeAtomically(file: string, text: string): Promise<void> {
  // The snapshot holds the App's private key and every token.
  await writeFile(`${file}.next`, text, { mode: 0o600 });
  await rename(`${file}.next`, file);
}

function loadState(file: string): State {
  const text = readIfPresent(file);
  if (text === undefined) return emptyState();
  const state = { ...emptyState(), ...parseSaved(file, text) };
  for (const [id, repository] of state.repositories) {
    state.repositories.set(id, { ...emptyRepositoryCollections(), ...repository });
  }
  return state;
}

function parseSaved(file: string, text: string): State {
  try {
    const state: unknown = parseState(text);
    if (typeof state === "object" && state !== null && "repositories" in state && state.repositories instanceof Map)
      return state as State;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new BrokenStore(file, error);
  }
  throw new BrokenStore(file);
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** Maps and Sets as tagged arrays; everything else is JSON already. */
export function serialiseState(state: State): string {
  return JSON.stringify(state, (_key, value: unknown) => {
    if (value instanceof Map) return { "#map": [...value] };
    if (value instanceof Set) return { "#set": [...value] };
    return value;
  });
}

export function parseState(text: string): State {
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== "object" || value === null) return value;
    if ("#map" in value) return new Map(value["#map"] as [unknown, unknown][]);
    if ("#set" in value) return new Set(value["#set"] as unknown[]);
    return value;
  }) as State;
}
