import { accept } from "../../domain/refusal.js";
import type { Feature } from "../../engine/feature.js";
import { modelWaits } from "./model-waits.js";
import { endPostponed, postponeQuestion } from "./reduce-postponed.js";
import { askQuestion, endUnderWay } from "./reduce-under-way.js";

/** What models are asked is written down before, and asked again where no answer came. */
export const questions: Feature = {
  name: "questions",
  reduce: {
    "question-asked": askQuestion,
    "question-postponed": (state, event) => accept(postponeQuestion(state, event)),
  },
  follow: ({ after }, event) => endUnderWay(endPostponed(after, event), event),
  waits: modelWaits,
};
