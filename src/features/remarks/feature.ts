import type { Feature } from "../../engine/feature.js";
import { detectRemarks } from "./detect-remarks.js";

/** What people write in reviews is taken up and answered. */
export const remarks: Feature = {
  name: "remarks",
  detect: detectRemarks,
};
