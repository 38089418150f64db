import { isFullSuiteDue } from "../../domain/validation/cadence.js";
import type { Situation } from "../../engine/situation.js";
import type { WorkSituation } from "../modules/work-situation.js";
import { lastGoodRun, mergesSince } from "../release/merged-since.js";

/** Why gate 3 skips the whole suite for this task; undefined if it is due (decisions.md#cadence-of-the-suite). */
export function suiteSkipped({ state, config }: Situation, { work }: WorkSituation): string | undefined {
  if (state.project === null) return undefined;
  const decision = isFullSuiteDue({
    cadence: config.validation_cadence,
    interval: config.validation_interval,
    tasksSinceFullRun: mergesSince(state.project, lastGoodRun(state.baseline)).length + 1,
    requested: work.full_suite === true,
  });
  return decision.due ? undefined : `${decision.reason}; the whole suite runs before the release`;
}
