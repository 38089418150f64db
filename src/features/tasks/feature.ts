import type { Feature } from "../../engine/feature.js";
import { closeAborted } from "./close-aborted.js";
import { detectProject } from "./detect-project.js";
import { moveProject, startProject } from "./reduce-project.js";
import { taskProposals } from "./task-proposal.js";

/** The project is laid out, and its tasks are started in their order. */
export const tasks: Feature = {
  name: "tasks",
  detect: detectProject,
  effects: (situation) => [...taskProposals(situation), ...closeAborted(situation)],
  reduce: {
    "project-started": startProject,
    "project-moved": moveProject,
  },
};
