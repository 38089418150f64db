import type { Feature } from "../../engine/feature.js";
import { detectRemarks } from "./detect-remarks.js";
import { answerRemarks, receiveRemark } from "./reduce-remarks.js";

/** What people write in reviews is taken up and answered. */
export const remarks: Feature = {
  name: "remarks",
  detect: detectRemarks,
  reduce: {
    "remark-received": receiveRemark,
    "remarks-answered": answerRemarks,
  },
};
