import { readFileSync } from "node:fs";
import { hasCode } from "../../../domain/errors.js";
import { BrokenStore } from "./broken-store.js";
import type { ReadChange } from "./change.js";
import { readChanges, readHeader } from "./journal-lines.js";

export type ReadJournal = {
  /** The bytes of complete lines. */
  readonly length: number;
  /** The bytes of an unfinished last line. */
  readonly torn: number;
  /** The bytes of header and snapshot. */
  readonly base: number;
};

/** Applies every change in order. `apply` returns false for an unknown change. Undefined when there is no journal. */
export function readJournal(file: string, apply: (change: ReadChange) => boolean): ReadJournal | undefined {
  const bytes = readIfPresent(file);
  if (bytes === undefined) return undefined;
  const ends = lineEnds(bytes);
  const lineAt = (index: number) => bytes.subarray(startOf(ends, index), ends[index]);
  const header = ends.length === 0 ? undefined : readHeader(lineAt(0));
  if (header === undefined) throw new BrokenStore(file);
  // The snapshot was complete when the file got its name, so this is not an unfinished write.
  if (ends.length <= header.lines)
    throw new BrokenStore(file, `is cut off: it has ${ends.length} of ${header.lines + 1} lines`);
  for (let index = 1; index < ends.length; index += 1) {
    const changes = readChanges(lineAt(index));
    if (changes === undefined || !changes.every(apply)) throw damaged(file, index, header.lines);
  }
  const length = startOf(ends, ends.length);
  return { length, torn: bytes.length - length, base: startOf(ends, header.lines + 1) };
}

/** A kill can only leave the last line unfinished. Anything else damaged a line in the middle. */
function damaged(file: string, index: number, snapshot: number): BrokenStore {
  const way = `. Its first ${index} lines are intact: to go back to them, replace it by the output of \`head -n ${index}\``;
  return new BrokenStore(file, `is damaged in line ${index + 1}${index > snapshot ? way : ""}`);
}

const startOf = (ends: readonly number[], index: number): number => (index === 0 ? 0 : (ends[index - 1] ?? 0) + 1);

function lineEnds(bytes: Buffer): number[] {
  const ends: number[] = [];
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) ends.push(at);
  return ends;
}

function readIfPresent(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}
