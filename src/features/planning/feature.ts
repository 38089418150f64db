import type { Feature } from "../../engine/feature.js";
import { effectsOfTasks } from "../modules/work-situation.js";
import { planEffects } from "./plan-effects.js";
import { detectPlanWarnings } from "./plan-warnings.js";

/** A task's plan is asked for, one task after the other, and people are told what it warns of. */
export const planning: Feature = {
  name: "planning",
  detect: detectPlanWarnings,
  effects: (situation) => effectsOfTasks(situation, (inWork) => planEffects(situation, inWork)),
};
