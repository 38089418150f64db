import type { Feature } from "../../engine/feature.js";
import { citedPaths } from "./cited-paths.js";
import { conventionFiles, conventionPaths } from "./convention-files.js";

/** What is built is challenged and judged, and what reviews saw is kept. */
export const debate: Feature = {
  name: "debate",
  reads: (state) => ({ required: conventionPaths(state), optional: citedPaths(state) }),
  files: ({ state, files }, event) =>
    event.kind === "project-moved" && event.move.kind === "task-shipped"
      ? conventionFiles(state, files, event.move.task_id)
      : [],
};
