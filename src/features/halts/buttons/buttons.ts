import type { CheckAction } from "../../../engine/effects/effect-parts.js";

const RETRY = { label: "Retry", description: "Do the halted task again as it is", identifier: "retry" } as const;
const PAUSE = { label: "Pause", description: "Stop until you say resume", identifier: "pause" } as const;
const CONTINUE = {
  label: "Continue",
  description: "Go on after a pause or checkpoint",
  identifier: "continue",
} as const;

/** The buttons under a check run that asks a person: at most three, and short (decisions.md#github-limits). */
export const BUTTONS = [RETRY, PAUSE, CONTINUE] as const satisfies readonly CheckAction[];

/** While a contract is decided, there is nothing to retry or to continue. */
export const PAUSE_ONLY = [PAUSE] as const satisfies readonly CheckAction[];

/**
 * The buttons while work is in progress. No check run is written while paused, so the button to continue is there from
 * the start.
 */
export const WORK_BUTTONS = [PAUSE, CONTINUE] as const satisfies readonly CheckAction[];
