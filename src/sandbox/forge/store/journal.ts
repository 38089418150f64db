/**
 * The file of the forge's memory: a snapshot of the state, then one line per save. There is no fsync: written data is
 * in the system's page cache and survives the end of every process. Only a power failure loses it, which a sandbox need
 * not survive.
 */
import { closeSync, ftruncateSync, openSync, renameSync, writeSync } from "node:fs";
import type { Change } from "./change.js";
import { changesLine, headerLine } from "./journal-lines.js";
import type { ReadJournal } from "./read-journal.js";

export type Journal = {
  append(changes: readonly Change[]): void;
  /** Writes a new snapshot, which replaces the whole file or nothing. */
  rewrite(everything: Iterable<Change>): void;
  /** Whether the lines after the snapshot are larger than it. */
  isLong(): boolean;
  close(): void;
};

/** A smaller file is not worth a new snapshot. */
const SHORT_BYTES = 4_000_000;
/** The file holds the App's private key and every token. */
const OWNER_ONLY = 0o600;
const CHUNK = 500;

/** `known` is the content of the file; undefined when there is none, and then `rewrite` must come first. */
export function openJournal(file: string, known: ReadJournal | undefined): Journal {
  let open = known === undefined ? undefined : { descriptor: openSync(file, "a", OWNER_ONLY), ...known };
  // The next line must not follow an unfinished one.
  if (open !== undefined && open.torn > 0) ftruncateSync(open.descriptor, open.length);
  return {
    append(changes) {
      if (open === undefined) throw new Error("the journal has no snapshot yet");
      const bytes = Buffer.from(changesLine(changes));
      try {
        writeAll(open.descriptor, bytes);
      } catch (error) {
        ftruncateSync(open.descriptor, open.length);
        throw error;
      }
      open.length += bytes.length;
    },
    rewrite(everything) {
      const lines = Array.from(everything, (change) => changesLine([change]));
      const next = `${file}.next`;
      const descriptor = openSync(next, "w", OWNER_ONLY);
      let length = writeAll(descriptor, Buffer.from(headerLine({ forge: 1, lines: lines.length })));
      for (let index = 0; index < lines.length; index += CHUNK) {
        length += writeAll(descriptor, Buffer.from(lines.slice(index, index + CHUNK).join("")));
      }
      renameSync(next, file);
      if (open !== undefined) closeSync(open.descriptor);
      open = { descriptor, length, base: length, torn: 0 };
    },
    isLong: () => open === undefined || open.length - open.base > Math.max(SHORT_BYTES, open.base),
    close() {
      if (open !== undefined) closeSync(open.descriptor);
      open = undefined;
    },
  };
}

function writeAll(descriptor: number, bytes: Buffer): number {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
  return bytes.length;
}
