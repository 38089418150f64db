import type { Effect } from "../../engine/effects/effect.js";
import type { Situation } from "../../engine/situation.js";
import { dispatchSuite } from "./suite-run.js";

export function baselineEffects(situation: Situation): Effect[] {
  const { baseline, project } = situation.state;
  if (project?.status !== "ACTIVE" || baseline?.phase !== "awaited") return [];
  return dispatchSuite(situation, baseline.run);
}
