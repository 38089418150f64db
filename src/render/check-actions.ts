import type { CheckAction } from "../domain/factory/effect.js";

/** The buttons under our check runs; pressing one comes back as `requested_action` with its identifier (DESIGN, 6). */
export const CHECK_ACTIONS = {
  retry: { label: "Retry", description: "Run these gates again", identifier: "retry" },
  pause: { label: "Pause", description: "Stop all work in this repository", identifier: "pause" },
  continue: { label: "Continue", description: "Go on where the work was stopped", identifier: "continue" },
} as const satisfies Readonly<Record<string, CheckAction>>;
