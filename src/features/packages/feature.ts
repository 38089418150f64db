import type { Feature } from "../../engine/feature.js";
import { reportFile } from "../gate-runs/gate-files.js";
import { detectMoves, effectsOfTasks } from "../modules/work-situation.js";
import { detectPackages } from "./detect-packages.js";
import { packageEffects } from "./package-effects.js";
import { awaitedResolves, packagePaths } from "./package-query.js";

/** Packages that a plan declares are resolved, judged and committed before the first module. */
export const packages: Feature = {
  name: "packages",
  observes: ({ state }) => (state === null ? {} : { gateRuns: awaitedResolves(state) }),
  reads: (state) => ({ required: packagePaths(state) }),
  files: (situation, event) =>
    event.kind === "work-moved" && event.move.kind === "resolve-reported"
      ? reportFile(situation, event.task_id, event.move.nonce)
      : [],
  detect: (situation) => detectMoves(situation, (inWork) => detectPackages(situation, inWork)),
  effects: (situation) => effectsOfTasks(situation, (inWork) => packageEffects(situation, inWork)),
};
