import semver from "semver";
import type { Deficiency } from "../deficiency.js";
import { canonicalJson } from "../hash.js";
import type { ModuleRef } from "../ids.js";
import { type CodeIndexEntry, entryRef, type IndexStatus } from "./code-index-entry.js";

/** A status only advances, and every end is final (requirements.md#append-only-index). */
export const INDEX_STATUS_TRANSITIONS: Readonly<Record<IndexStatus, readonly IndexStatus[]>> = {
  SHIPPED: ["DEPRECATED", "SUPERSEDED", "WITHDRAWN"],
  DEPRECATED: ["WITHDRAWN"],
  SUPERSEDED: [],
  WITHDRAWN: [],
};

/** The fields that a change of status may write. All others are immutable. */
const MUTABLE = ["status", "superseded_by", "notes"] as const satisfies readonly (keyof CodeIndexEntry)[];

/** Every change of a proposed index that violates the append-only rule. An empty list means that it is allowed. */
export function checkAppendOnly(before: readonly CodeIndexEntry[], after: readonly CodeIndexEntry[]): Deficiency[] {
  const old = new Map(before.map((entry) => [entryRef(entry), entry]));
  const proposed = new Map(after.map((entry) => [entryRef(entry), entry]));
  return [
    ...duplicates(after),
    ...[...old.keys()]
      .filter((ref) => !proposed.has(ref))
      .map((ref) => problem(ref, "module_id", `${ref} must not be deleted; entries stay in the index for ever`)),
    ...[...proposed].flatMap(([ref, entry]) => {
      const existing = old.get(ref);
      return existing === undefined ? newEntryProblems(ref, entry, before) : changeProblems(ref, existing, entry);
    }),
    ...danglingPointers(proposed),
  ];
}

function duplicates(entries: readonly CodeIndexEntry[]): Deficiency[] {
  const seen = new Set<ModuleRef>();
  return entries.map(entryRef).flatMap((ref) => {
    if (!seen.has(ref)) {
      seen.add(ref);
      return [];
    }
    return [problem(ref, "version", `${ref} appears twice; a key is never used again`)];
  });
}

function newEntryProblems(ref: ModuleRef, entry: CodeIndexEntry, before: readonly CodeIndexEntry[]): Deficiency[] {
  const problems: Deficiency[] = [];
  if (entry.status !== "SHIPPED")
    problems.push(problem(ref, "status", `${ref} is new and must enter the index as SHIPPED, not ${entry.status}`));
  const higher = before.find((old) => old.module_id === entry.module_id && !semver.gt(entry.version, old.version));
  if (higher !== undefined)
    problems.push(problem(ref, "version", `${ref} must exceed ${entryRef(higher)}; versions only increase`));
  return problems;
}

function changeProblems(ref: ModuleRef, before: CodeIndexEntry, after: CodeIndexEntry): Deficiency[] {
  if (canonicalJson(before) === canonicalJson(after)) return [];
  const problems = immutableFieldsChanged(ref, before, after);
  if (before.status === after.status) {
    const touched = MUTABLE.filter((field) => before[field] !== after[field]);
    return [
      ...problems,
      ...touched.map((field) => problem(ref, field, `${ref} may change its ${field} only together with its status`)),
    ];
  }
  if (!INDEX_STATUS_TRANSITIONS[before.status].includes(after.status))
    problems.push(
      problem(ref, "status", `${ref} cannot go from ${before.status} to ${after.status}; a status only advances`),
    );
  if (!after.notes.startsWith(before.notes))
    problems.push(problem(ref, "notes", `${ref} must keep its notes and only append to them`));
  return problems;
}

function immutableFieldsChanged(ref: ModuleRef, before: CodeIndexEntry, after: CodeIndexEntry): Deficiency[] {
  const mutable: readonly string[] = MUTABLE;
  return (Object.keys(before) as (keyof CodeIndexEntry)[])
    .filter((field) => !mutable.includes(field) && canonicalJson(before[field]) !== canonicalJson(after[field]))
    .map((field) => problem(ref, field, `${ref} must not change its ${field}; ship a new version instead`));
}

function danglingPointers(entries: ReadonlyMap<ModuleRef, CodeIndexEntry>): Deficiency[] {
  return [...entries]
    .filter(([, entry]) => entry.superseded_by !== null && !entries.has(entry.superseded_by))
    .map(([ref, entry]) =>
      problem(ref, "superseded_by", `${ref} points to ${entry.superseded_by}, which is not in the index`),
    );
}

function problem(ref: ModuleRef, field: string, message: string): Deficiency {
  return { path: ref, field, severity: "ERROR", message };
}
