import type { Config } from "../../domain/config/config.js";
import { reactionTo } from "../../domain/validation/taxonomy.js";

/** A run that ends without a usable report is requested again this often. Then a person must look at the workflow. */
const MAX_LOST = 2;

/** A run that was not observed after this time is lost: GitHub may drop a dispatch. */
export const LOST_AFTER_MINUTES = 15;

/**
 * How many runs in a row may be lost; zero if `failure_actions` asks a person about the first
 * (requirements.md#failure-taxonomy).
 */
export function mayLose({ failure_actions }: Pick<Config, "failure_actions">): number {
  return reactionTo("tool-timeout", failure_actions) === "retry" ? MAX_LOST : 0;
}

/** How often a run was requested in vain, in words. */
export function lostWords(lost: number): string {
  return lost === 0 ? "the run that was asked for brought no result" : `${lost + 1} runs in a row brought no result`;
}
