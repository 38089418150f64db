import type { Feature } from "../../engine/feature.js";
import { detectTaskEvents, effectsOfTasks } from "../modules/work-situation.js";
import { detectContests } from "./contested.js";
import { detectGates } from "./detect-gates.js";
import { gateEffects } from "./gate-effects.js";
import { gateFiles } from "./gate-files.js";
import { awaitedRuns, gatePaths } from "./gate-query.js";
import { detectStarted, keepStarted } from "./started/started-runs.js";
import { detectTestWarnings } from "./test-failures/test-warnings.js";

/** Work is judged by gates that run on Actions. Their results are shown before the work on the branch goes on. */
export const gateRuns: Feature = {
  name: "gate-runs",
  observes: ({ state }) =>
    state === null ? {} : { gateRuns: awaitedRuns(state), startedRuns: state.started_runs ?? [] },
  reads: (state) => ({ required: gatePaths(state) }),
  files: gateFiles,
  reduce: { "gate-runs-started": keepStarted },
  detect: (situation) => {
    const found = [
      ...detectContests(situation),
      ...detectTaskEvents(situation, (inWork) => detectGates(situation, inWork)),
      ...detectTestWarnings(situation),
    ];
    return found.length > 0 ? found : detectStarted(situation);
  },
  effects: (situation) => effectsOfTasks(situation, (inWork) => gateEffects(situation, inWork)),
};
