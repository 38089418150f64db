import type { Feature } from "../../engine/feature.js";
import { reportFile } from "../gate-runs/gate-files.js";
import { detectTaskEvents, effectsOfTasks } from "../modules/work-situation.js";
import { detectPackages } from "./detect-packages.js";
import { packageEffects } from "./package-effects.js";
import { awaitedResolves, packagePaths } from "./package-query.js";

/** Packages that a plan declares are resolved, judged and committed before the first module. */
export const packages: Feature = {
  name: "packages",
  observes: ({ state }) => (state === null ? {} : { gateRuns: awaitedResolves(state) }),
  reads: (state) => ({ required: packagePaths(state) }),
  files: (situation, event) =>
    event.kind === "work-updated" && event.event.kind === "resolve-reported"
      ? reportFile(situation, event.task_id, event.event.nonce)
      : [],
  detect: (situation) => detectTaskEvents(situation, (inWork) => detectPackages(situation, inWork)),
  effects: (situation) => effectsOfTasks(situation, (inWork) => packageEffects(situation, inWork)),
};
