import type { Feature } from "../../engine/feature.js";
import { withStatus } from "./keep-status.js";

/** One comment says how things stand. */
export const status: Feature = {
  name: "status",
  speak: withStatus,
};
