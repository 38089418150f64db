import type { Feature } from "../../engine/feature.js";
import { detectRemarks } from "./detect-remarks.js";
import { answerRemarks, receiveRemark } from "./reduce-remarks.js";
import { hasReviewers, remarkPaths } from "./remark-query.js";

/** What people write in reviews is taken up and answered. */
export const remarks: Feature = {
  name: "remarks",
  observes: ({ state }) => (state !== null && hasReviewers(state) ? { remarksSince: state.inbox.since } : {}),
  reads: (state) => ({ required: remarkPaths(state) }),
  detect: detectRemarks,
  reduce: {
    "remark-received": receiveRemark,
    "remarks-answered": answerRemarks,
  },
};
