import type { Feature } from "../../engine/feature.js";
import { detectWork } from "./detect-work.js";
import { isAwaited } from "./questions.js";
import { reduceWork } from "./reduce-work.js";
import { workEffects } from "./work-effects.js";
import { workFiles } from "./work-files.js";
import { workPaths } from "./work-query.js";
import { detectTaskEvents, effectsOfTasks } from "./work-situation.js";

/** Tasks in work are built module by module. Their state is one machine, which other features move, too. */
export const modules: Feature = {
  name: "modules",
  reads: (state) => ({ required: workPaths(state) }),
  files: workFiles,
  detect: (situation) => detectTaskEvents(situation, (inWork) => detectWork(situation, inWork)),
  effects: (situation) => effectsOfTasks(situation, (inWork) => workEffects(situation, inWork)),
  asks: {
    "ask-role": (state, { task, question }) => {
      const work = state.work[task];
      return work !== undefined && isAwaited(work, question);
    },
  },
  reduce: {
    "work-updated": reduceWork,
  },
};
