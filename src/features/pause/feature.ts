import type { Feature } from "../../engine/feature.js";
import { pauseRequest, resumeRequest } from "../spec/reduce-product.js";
import { pause as pauseCommand } from "./commands/pause.js";
import { resume } from "./commands/resume.js";
import { isPaused } from "./is-paused.js";
import { pauseWaits } from "./pause-wait.js";

/** People stop everything, and let it go on. */
export const pause: Feature = {
  name: "pause",
  commands: () => [pauseCommand, resume],
  holds: isPaused,
  endsJobs: isPaused,
  reduce: {
    "request-paused": pauseRequest,
    "request-resumed": resumeRequest,
  },
  waits: pauseWaits,
};
