import type { Sha } from "../../domain/ids.js";
import type { ProjectState } from "../../domain/state/project-state.js";

/** Where a late regression can have come from: the tasks merged after the last good full run, oldest first. */
export function mergedSince({ tasks }: ProjectState, lastGood: Sha | null): string {
  const shipped = Object.entries(tasks)
    .filter(([, { status }]) => status === "SHIPPED")
    .sort(([, a], [, b]) => (a.shipped_at ?? "").localeCompare(b.shipped_at ?? ""));
  const since = shipped.slice(shipped.findIndex(([, { merge_sha }]) => merge_sha === lastGood) + 1);
  return since.length === 0
    ? "No task was merged since the last full run, so it came with a commit by hand"
    : `Merged since the last full run: ${since.map(([id]) => id).join(", ")}`;
}
