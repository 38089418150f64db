import type { Feature } from "../../engine/feature.js";
import { detectTaskEvents, effectsOfTasks } from "../modules/work-situation.js";
import { detectContests } from "./contested.js";
import { detectGates } from "./detect-gates.js";
import { gateEffects } from "./gate-effects.js";
import { gateFiles } from "./gate-files.js";
import { awaitedRuns, gatePaths } from "./gate-query.js";

/** Work is judged by gates that run on Actions. Their results are shown before the work on the branch goes on. */
export const gateRuns: Feature = {
  name: "gate-runs",
  observes: ({ state }) => (state === null ? {} : { gateRuns: awaitedRuns(state) }),
  reads: (state) => ({ required: gatePaths(state) }),
  files: gateFiles,
  detect: (situation) => [
    ...detectContests(situation),
    ...detectTaskEvents(situation, (inWork) => detectGates(situation, inWork)),
  ],
  effects: (situation) => effectsOfTasks(situation, (inWork) => gateEffects(situation, inWork)),
};
