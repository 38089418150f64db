import type { CheckAction } from "../../domain/factory/effect.js";

/** Under a check run that asks for a person: at most three, and short (GITHUB, limits). */
export const BUTTONS = [
  { label: "Retry", description: "Do the halted task again as it is", identifier: "retry" },
  { label: "Pause", description: "Stop until you say resume", identifier: "pause" },
  { label: "Continue", description: "Go on after a pause or checkpoint", identifier: "continue" },
] as const satisfies readonly CheckAction[];
