import type { FactoryState } from "../../engine/factory-state.js";
import { specificationPaths } from "../modules/work-query.js";

/** The review of a task that halted points to the lines it cites, where they are there. */
export function citedPaths({ project, work }: FactoryState): string[] {
  return Object.entries(work)
    .filter(([task]) => project?.tasks[task]?.status === "HALTED")
    .flatMap(([task, { modules }]) =>
      modules.filter(({ trail }) => trail.challenges.length > 0).flatMap((module) => specificationPaths(task, module)),
    );
}
