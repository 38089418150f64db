import type { Feature } from "../../engine/feature.js";
import { pauseRequest, resumeRequest } from "../spec/reduce-product.js";

/** People stop everything, and let it go on. */
export const pause: Feature = {
  name: "pause",
  reduce: {
    "request-paused": pauseRequest,
    "request-resumed": resumeRequest,
  },
};
