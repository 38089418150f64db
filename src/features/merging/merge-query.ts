import { planPath } from "../../domain/gates/state-paths.js";
import type { Sha } from "../../domain/ids.js";
import { taskBranch } from "../../engine/branches.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { reportPaths } from "../modules/artifacts/artifact-paths.js";
import { workInProgress } from "../modules/work-query.js";

/** The bases on which complete branches are judged. */
export function judgedOn({ work, project }: FactoryState, prefix: string): Record<string, Sha> {
  const complete = Object.entries(work).flatMap(([id, { stage }]) => {
    const task = project?.tasks[id];
    if (task === undefined || (stage.stage !== "integrating" && stage.stage !== "merging")) return [];
    return [[taskBranch(prefix, id, task), stage.base] as const];
  });
  return Object.fromEntries(complete);
}

/** What was judged, and what the plan lets the merge change. */
export function mergePaths(state: FactoryState): string[] {
  return workInProgress(state).flatMap(([task, { stage }]) =>
    stage.stage === "merging" ? [...reportPaths(task, stage.gates), planPath(task)] : [],
  );
}
