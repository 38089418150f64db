import type { Feature } from "../../engine/feature.js";
import { breakLoop } from "./break-loop.js";
import { detectBudgetWarnings } from "./budget-warning.js";
import { keepChanged } from "./changed-files.js";
import { checkpointWaits } from "./checkpoint-waits.js";
import { abort } from "./commands/abort.js";
import { adjust } from "./commands/adjust.js";
import { budget } from "./commands/budget.js";
import { continueWork } from "./commands/continue.js";
import { detectCheckpoint } from "./detect-checkpoint.js";
import { continueAfterCheckpoint, reachCheckpoint } from "./reduce-checkpoint.js";

/** The project stops until a person has looked. */
export const checkpoints: Feature = {
  name: "checkpoints",
  commands: () => [continueWork, adjust, budget, abort],
  detect: (situation) => [...detectBudgetWarnings(situation), ...detectCheckpoint(situation)],
  breakLoop,
  follow: keepChanged,
  holdsQuestions: ({ checkpoint }) => checkpoint.open !== null,
  reduce: {
    "checkpoint-reached": reachCheckpoint,
    "checkpoint-passed": continueAfterCheckpoint,
  },
  waits: checkpointWaits,
};
