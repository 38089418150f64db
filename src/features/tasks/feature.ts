import type { Feature } from "../../engine/feature.js";
import { closeAborted } from "./close-aborted.js";
import { detectProject } from "./detect-project.js";
import { startedProject } from "./prepare-project.js";
import { startProject, updateProject } from "./reduce-project.js";
import { taskProposals } from "./task-proposal.js";
import { taskBranches, taskPaths } from "./task-query.js";
import { taskWaits } from "./task-waits.js";

/** The project is laid out, and its tasks are started in their order. */
export const tasks: Feature = {
  name: "tasks",
  observes: ({ state, config }) => (state === null ? {} : { branches: taskBranches(state, config.branch_prefix) }),
  reads: taskPaths,
  prepare: (situation, event) => startedProject(situation, event).prepared,
  files: (situation, event) => startedProject(situation, event).files,
  detect: detectProject,
  effects: (situation) => [...taskProposals(situation), ...closeAborted(situation)],
  reduce: {
    "project-started": startProject,
    "project-updated": updateProject,
  },
  waits: taskWaits,
};
