import type { Feature } from "../../engine/feature.js";
import { effectsOfTasks } from "../modules/work-situation.js";
import { shipEffects } from "./ship-effects.js";

/** A module that was approved gets its evidence. */
export const shipping: Feature = {
  name: "shipping",
  effects: (situation) => effectsOfTasks(situation, shipEffects),
};
