import type { CheckAction } from "../../../engine/effect.js";

const RETRY = { label: "Retry", description: "Do the halted task again as it is", identifier: "retry" } as const;
const PAUSE = { label: "Pause", description: "Stop until you say resume", identifier: "pause" } as const;
const CONTINUE = {
  label: "Continue",
  description: "Go on after a pause or checkpoint",
  identifier: "continue",
} as const;

/** Under a check run that asks for a person: at most three, and short (decisions.md#github-limits). */
export const BUTTONS = [RETRY, PAUSE, CONTINUE] as const satisfies readonly CheckAction[];

/** While a contract is asked about: there is nothing to retry or to continue before the decision. */
export const PAUSE_ONLY = [PAUSE] as const satisfies readonly CheckAction[];

/**
 * Where work is under way. Nothing is written while it is paused, a check run neither: so that what goes on again stands
 * beside what stops it from the start.
 */
export const WORK_BUTTONS = [PAUSE, CONTINUE] as const satisfies readonly CheckAction[];
