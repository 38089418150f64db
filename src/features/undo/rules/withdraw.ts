import { type Instant, type ModuleRef, parseModuleRef } from "../../../domain/ids.js";
import { type CodeIndexEntry, entryRef } from "../../../domain/index-entries/code-index-entry.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";

export type Withdrawal = {
  readonly modules: readonly ModuleRef[];
  readonly by: string;
  readonly at: Instant;
};

/**
 * Marks the entries of modules whose code is removed from the default branch. They stay in the index for ever, and
 * cannot be used any more. A module with several versions is not withdrawn: a superseded version cannot become active
 * again, because a status only advances, and its code would have no owner.
 */
export function withdraw(
  entries: readonly CodeIndexEntry[],
  { modules, by, at }: Withdrawal,
): Outcome<CodeIndexEntry[]> {
  const withdrawn: CodeIndexEntry[] = [];
  for (const ref of modules) {
    const { moduleId } = parseModuleRef(ref);
    const versions = entries.filter((entry) => entry.module_id === moduleId);
    const entry = versions.find((candidate) => entryRef(candidate) === ref);
    if (entry === undefined) return refuse("not-in-index", `${ref} is not in the code index.`, { ref });
    const other = versions.find((candidate) => candidate !== entry);
    if (other !== undefined) {
      return refuse(
        "other-version",
        `${ref} has another version, ${entryRef(other)}, and the index only goes forward: a version that was replaced cannot become active again. Ask for a new version instead.`,
        { ref, other: entryRef(other) },
      );
    }
    const note = `WITHDRAWN ${at}: ${by} took back the task that built it. Its code is no longer on the default branch.`;
    withdrawn.push({
      ...entry,
      status: "WITHDRAWN",
      notes: entry.notes === "" ? note : `${entry.notes}\n${note}`,
    });
  }
  return accept(withdrawn);
}
