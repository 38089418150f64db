import type { CommandResult } from "../../commands/define-command.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { Situation } from "../../engine/situation.js";
import { isFinished } from "../spec/reduce-product.js";
import { isPaused } from "./is-paused.js";

/** `/factory pause`: pauses the project, or the request before the project started. */
export function pauseWork({ state, now: at }: Situation, by: string): Outcome<CommandResult> {
  if (isFinished(state)) return refuse("product-ended", "This product has ended, so there is nothing to pause.");
  if (isPaused(state)) return refuse("paused", "It is paused already. `/factory resume` goes on.");
  const answer = "Paused. Nothing is written or asked until `/factory resume`.";
  if (state.project === null) return accept({ events: [{ kind: "request-paused", at, by }], answer });
  return accept({ events: [{ kind: "project-updated", at, event: { kind: "project-paused", at } }], answer });
}

/** `/factory resume`: continues from the last committed step. */
export function resumeWork({ state, now: at }: Situation, by: string): Outcome<CommandResult> {
  if (isFinished(state)) return refuse("product-ended", "This product has ended, so there is nothing to resume.");
  if (!isPaused(state)) return refuse("not-paused", "It is not paused, so there is nothing to resume.");
  const answer = "Resumed.";
  if (state.project === null) return accept({ events: [{ kind: "request-resumed", at, by }], answer });
  return accept({ events: [{ kind: "project-updated", at, event: { kind: "project-resumed", at } }], answer });
}
