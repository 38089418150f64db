import type { Feature } from "../../engine/feature.js";
import { tasksUnderReview } from "../modules/work-situation.js";
import { citedPaths } from "./cited-paths.js";
import { conventionFiles, conventionPaths } from "./convention-files.js";
import { reviewEffects } from "./review-effects.js";

/** What is built is challenged and judged, and what reviews saw is kept. */
export const debate: Feature = {
  name: "debate",
  reads: (state) => ({ required: conventionPaths(state), optional: citedPaths(state) }),
  files: ({ state, files }, event) =>
    event.kind === "project-updated" && event.event.kind === "task-shipped"
      ? conventionFiles(state, files, event.event.task_id)
      : [],
  // The verdict that halts a task is recorded in the same commit, and is posted as well.
  effects: (situation) => tasksUnderReview(situation).flatMap((reviewed) => reviewEffects(situation, reviewed)),
};
