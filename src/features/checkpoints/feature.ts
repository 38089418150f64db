import type { Feature } from "../../engine/feature.js";
import { detectCheckpoint } from "./detect-checkpoint.js";
import { unlessAtCheckpoint } from "./hold-questions.js";
import { continueAfterCheckpoint, reachCheckpoint } from "./reduce-checkpoint.js";

/** The project stops until a person has looked. */
export const checkpoints: Feature = {
  name: "checkpoints",
  detect: detectCheckpoint,
  holdBack: unlessAtCheckpoint,
  reduce: {
    "checkpoint-reached": reachCheckpoint,
    "checkpoint-passed": continueAfterCheckpoint,
  },
};
