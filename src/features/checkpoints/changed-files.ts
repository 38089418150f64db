import { z } from "zod";
import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";

/** Paths in the state. A product may change thousands; the repository has them all. */
const KEPT = 500;

/** Files that the App's own commits have changed, in order, and how many more there are. */
export const ChangedFiles = z.strictObject({ paths: z.array(z.string().min(1)).max(KEPT), more: z.int().min(0) });
export type ChangedFiles = z.infer<typeof ChangedFiles>;

export const NO_FILES: ChangedFiles = { paths: [], more: 0 };

/** Each path once. A path beyond the limit is counted. */
export function addChanged(before: ChangedFiles, changed: ChangedFiles): ChangedFiles {
  const all = [...new Set([...before.paths, ...changed.paths])];
  return { paths: all.slice(0, KEPT), more: before.more + changed.more + Math.max(0, all.length - KEPT) };
}

/** The files of tasks that have shipped, and of those in work. */
export function changedSoFar({ changed_files = NO_FILES, work }: Pick<FactoryState, "changed_files" | "work">) {
  return Object.values(work).reduce((sum, { changed = NO_FILES }) => addChanged(sum, changed), changed_files);
}

/** A task's files outlive its work when it ships. */
export function keepChanged(
  { before, after }: { readonly before: FactoryState; readonly after: FactoryState },
  event: FactoryEvent,
): FactoryState {
  if (event.kind !== "project-updated" || event.event.kind !== "task-shipped") return after;
  const changed = before.work[event.event.task_id]?.changed;
  return changed === undefined
    ? after
    : { ...after, changed_files: addChanged(after.changed_files ?? NO_FILES, changed) };
}
