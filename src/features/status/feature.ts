import type { Feature } from "../../engine/feature.js";
import { status as showStatus } from "./commands/status.js";
import { withStatus } from "./keep-status.js";

/** One comment says how things stand. */
export const status: Feature = {
  name: "status",
  commands: () => [showStatus],
  speak: withStatus,
};
