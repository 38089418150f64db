import { z } from "zod";
import type { Sha } from "../ids.js";
import { accept, type Outcome, refuse } from "../refusal.js";

/** How often the whole suite runs (requirements.md#suite-and-flakes). */
export const ValidationCadence = z.enum(["every", "every-N", "on-demand"]);
export type ValidationCadence = z.infer<typeof ValidationCadence>;

export type CadenceSituation = {
  readonly cadence: ValidationCadence;
  /** N of `every-N`. */
  readonly interval: number;
  /** Tasks since the last full run, including the present one: 1 right after a full run. */
  readonly tasksSinceFullRun: number;
  /** A person or a checkpoint requested a full run. */
  readonly requested: boolean;
};

export type CadenceDecision =
  | { readonly due: true; readonly reason: string }
  | { readonly due: false; readonly status: "SKIPPED"; readonly reason: string };

/**
 * Whether gate 3 runs the whole suite for this task. The count starts at the last full run, not at the first task. This
 * bounds the number of merges that can hide a late regression.
 */
export function isFullSuiteDue(situation: CadenceSituation): CadenceDecision {
  const { cadence, interval, tasksSinceFullRun } = situation;
  if (situation.requested) return { due: true, reason: "a full run was requested" };
  switch (cadence) {
    case "every":
      return { due: true, reason: "validation_cadence is every: the whole suite runs for each task" };
    case "every-N":
      if (tasksSinceFullRun >= interval) {
        return { due: true, reason: `task ${tasksSinceFullRun} of ${interval} since the last full run` };
      }
      return skipped(`validation_cadence is every-N: task ${tasksSinceFullRun} of ${interval} since the last full run`);
    case "on-demand":
      return skipped("validation_cadence is on-demand and nobody asked for a full run");
    default:
      return cadence satisfies never;
  }
}

/** The newest full run of the suite, as stored on the state branch. */
export type FullRun = { readonly sha: Sha; readonly passed: boolean };

/** Every release needs a full run of exactly its commit, whatever the cadence (decisions.md#cadence-of-the-suite). */
export function checkFullRunBeforeRelease(head: Sha, lastFullRun: FullRun | undefined): Outcome<FullRun> {
  if (lastFullRun?.sha !== head) {
    const last = lastFullRun === undefined ? "none ran" : `the last one judged ${lastFullRun.sha}`;
    return refuse("full-run-due", `the whole suite must run on ${head} before the release: ${last}`);
  }
  if (!lastFullRun.passed) {
    return refuse("full-run-failed", `the whole suite failed on ${head}: locate the regression before the release`);
  }
  return accept(lastFullRun);
}

function skipped(reason: string): CadenceDecision {
  return { due: false, status: "SKIPPED", reason };
}
