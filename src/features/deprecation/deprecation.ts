import type { Instant, ModuleRef } from "../../domain/ids.js";
import { type CodeIndexEntry, entryRef, isActive } from "../../domain/index-entries/code-index-entry.js";
import { consumersOf } from "../../domain/index-entries/consumers.js";
import { isPlaceholder } from "../../domain/placeholder.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";

/**
 * The arguments of `/factory deprecate`. The migration note is required, a replacement is optional
 * (decisions.md#deprecating-a-module).
 */
export type DeprecationRequest = {
  readonly ref: ModuleRef;
  readonly reason: string;
  readonly migrationNote: string;
  readonly replacement: ModuleRef | null;
  readonly at: Instant;
};

/** The new entry, and the affected modules. */
export type Deprecation = { readonly entry: CodeIndexEntry; readonly downstream: readonly ModuleRef[] };

export function deprecate(entries: readonly CodeIndexEntry[], request: DeprecationRequest): Outcome<Deprecation> {
  const { ref, reason, migrationNote, replacement, at } = request;
  const entry = activeEntry(entries, ref);
  if (!entry.ok) return entry;
  if (isPlaceholder(reason)) return refuse("reason-missing", `Say why ${ref} is deprecated.`, { ref });
  if (isPlaceholder(migrationNote))
    return refuse("migration-note-missing", `Say what users of ${ref} should do instead.`, { ref });
  if (replacement === ref) return refuse("replaces-itself", `${ref} cannot replace itself.`, { ref });
  if (replacement !== null) {
    const successor = activeEntry(entries, replacement);
    if (!successor.ok) return successor;
  }
  const note = `DEPRECATED ${at}: ${reason} Migration: ${migrationNote}`;
  return accept({
    entry: {
      ...entry.value,
      status: "DEPRECATED",
      superseded_by: replacement,
      notes: appended(entry.value.notes, note),
    },
    downstream: consumersOf(entries, ref),
  });
}

/** What has just shipped, when, and what users of the version before should do. */
export type Shipment = { readonly entry: CodeIndexEntry; readonly migrationNote: string; readonly at: Instant };

/**
 * The index after a module has shipped: its entry is appended, and every older active version becomes SUPERSEDED. An
 * old version is replaced at this moment, not when the change was approved (decisions.md#a-new-version-is-a-task).
 */
export function appendShipped(entries: readonly CodeIndexEntry[], shipment: Shipment): CodeIndexEntry[] {
  const successor = entryRef(shipment.entry);
  const note = `SUPERSEDED ${shipment.at}: replaced by ${successor}. Migration: ${shipment.migrationNote}`;
  return [
    ...entries.map((entry): CodeIndexEntry => {
      if (entry.module_id !== shipment.entry.module_id || !isActive(entry)) return entry;
      return { ...entry, status: "SUPERSEDED", superseded_by: successor, notes: appended(entry.notes, note) };
    }),
    shipment.entry,
  ];
}

function activeEntry(entries: readonly CodeIndexEntry[], ref: ModuleRef): Outcome<CodeIndexEntry> {
  const entry = entries.find((candidate) => entryRef(candidate) === ref);
  if (entry === undefined) return refuse("not-in-index", `${ref} is not in the code index.`, { ref });
  if (isActive(entry)) return accept(entry);
  const pointer = entry.superseded_by === null ? "" : `; use ${entry.superseded_by}`;
  return refuse("not-active", `${ref} is already ${entry.status}${pointer}.`, { ref, status: entry.status });
}

function appended(notes: string, note: string): string {
  return notes === "" ? note : `${notes}\n${note}`;
}
