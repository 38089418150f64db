import semver from "semver";
import { type ModuleRef, parseModuleRef, type Sha } from "../../domain/ids.js";
import { checkAppendOnly } from "../../domain/index-entries/append-only.js";
import {
  type CodeIndexEntry,
  entryRef,
  indexEntryPath,
  isActive,
  moduleFolder,
} from "../../domain/index-entries/code-index-entry.js";
import type { KnownVersions } from "../shipping/known-versions.js";
import type { Drift } from "./drift.js";

type IndexDrift = Extract<Drift, { kind: "index" }>;

export type IndexFacts = {
  readonly known: KnownVersions;
  /** The index on the default branch. */
  readonly entries: readonly CodeIndexEntry[];
  /** The entry that each version shipped with. It follows from its contract. */
  readonly shippedAs: ReadonlyMap<ModuleRef, CodeIndexEntry>;
  readonly blobs: ReadonlyMap<string, Sha>;
};

/**
 * Manual changes of the code index: nothing in it may be deleted, rewritten, reset or withdrawn manually
 * (requirements.md#append-only-index).
 */
export function indexDrift(facts: IndexFacts): IndexDrift[] {
  const { entries, known } = facts;
  const before = entries.map((entry) => lastKnown(entry, facts));
  return [
    ...gone(facts),
    ...checkAppendOnly(before, entries).map(({ path, message }) => drift(path, message)),
    ...entries
      .filter((entry) => isWithdrawnByHand(entry, known))
      .map((entry) => drift(entryRef(entry), BY_HAND(entry))),
    ...broughtBack(entries),
  ];
}

/** If only the entry or only the evidence is missing, it is reported as part of the record. */
function gone({ known, blobs }: IndexFacts): IndexDrift[] {
  return Object.keys(known.versions)
    .filter((ref) => {
      const { moduleId, version } = parseModuleRef(ref);
      return !blobs.has(indexEntryPath(ref)) && !blobs.has(`${moduleFolder(moduleId, version)}/ship.yml`);
    })
    .map((ref) => drift(ref, `${ref} has shipped, and its whole record is gone; restore it from the history`));
}

/** The entry as it shipped, with the status that the App gave it since. An unknown one is taken as it is. */
function lastKnown(entry: CodeIndexEntry, { known, shippedAs }: IndexFacts): CodeIndexEntry {
  const ref = entryRef(entry);
  const shipped = shippedAs.get(ref) ?? entry;
  const { status, superseded_by, notes } = entry;
  if (known.moving.includes(ref)) return { ...shipped, status, superseded_by, notes };
  const since = known.versions[ref] ?? "SHIPPED";
  return since === "SHIPPED" ? shipped : { ...shipped, status: since, superseded_by, notes };
}

/** A manual withdrawal would unseal its files. */
function isWithdrawnByHand(entry: CodeIndexEntry, { versions, moving }: KnownVersions): boolean {
  const ref = entryRef(entry);
  const since = versions[ref];
  return entry.status === "WITHDRAWN" && since !== undefined && since !== "WITHDRAWN" && !moving.includes(ref);
}

const BY_HAND = (entry: CodeIndexEntry) =>
  `${entryRef(entry)} is WITHDRAWN, and nobody took back the task that built it; only /factory undo withdraws a version`;

/** A new version supersedes every active one of its module, so an older active one was changed manually. */
function broughtBack(entries: readonly CodeIndexEntry[]): IndexDrift[] {
  const active = entries.filter(isActive);
  return active.flatMap((entry) => {
    const newer = active.find(
      (other) => other.module_id === entry.module_id && semver.gt(other.version, entry.version),
    );
    if (newer === undefined) return [];
    return [drift(entryRef(entry), `${entryRef(entry)} is SHIPPED, although ${entryRef(newer)} has superseded it`)];
  });
}

function drift(module_ref: ModuleRef, why: string): IndexDrift {
  return { kind: "index", module_ref, why };
}
