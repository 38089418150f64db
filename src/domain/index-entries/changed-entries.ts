import { accept, type Outcome, refuse } from "../refusal.js";
import { checkAppendOnly } from "./append-only.js";
import { type CodeIndexEntry, entryRef } from "./code-index-entry.js";

/**
 * The new or changed entries to write, or why the append-only index refuses them (requirements.md#append-only-index).
 */
export function changedEntries(
  index: readonly CodeIndexEntry[],
  changed: readonly CodeIndexEntry[],
): Outcome<readonly CodeIndexEntry[]> {
  const refs = new Set(changed.map(entryRef));
  const after = [...index.filter((entry) => !refs.has(entryRef(entry))), ...changed];
  const problems = checkAppendOnly(index, after);
  if (problems.length === 0) return accept(changed);
  return refuse("not-append-only", `${problems.map(({ message }) => message).join(". ")}.`);
}
