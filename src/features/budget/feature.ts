import type { Feature } from "../../engine/feature.js";
import { detectSpending } from "./detect-spending.js";

/** What is paid is counted, and limits are kept. */
export const budget: Feature = {
  name: "budget",
  detect: detectSpending,
};
