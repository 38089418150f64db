import type { Feature } from "../../engine/feature.js";
import { detectInTasks, detectTaskEvents, effectsOfTasks } from "../modules/work-situation.js";
import { detectIntegration } from "./detect-integration.js";
import { detectMerge } from "./detect-merge.js";
import { mergeEffects } from "./merge-effects.js";
import { judgedOn, mergePaths } from "./merge-query.js";

/** The whole branch is judged on the present base, and merged as it was judged. After the merge nothing is written on its head. */
export const merging: Feature = {
  name: "merging",
  observes: ({ state, config }) => (state === null ? {} : { judgedOn: judgedOn(state, config.branch_prefix) }),
  reads: (state) => ({ required: mergePaths(state) }),
  detect: (situation) => {
    const due = detectTaskEvents(situation, (inWork) => detectIntegration(situation, inWork));
    return due.length > 0 ? due : detectInTasks(situation, (inWork) => detectMerge(situation, inWork));
  },
  effects: (situation) => effectsOfTasks(situation, (inWork) => mergeEffects(situation, inWork)),
};
