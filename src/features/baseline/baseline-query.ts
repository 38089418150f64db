import type { GateRequest } from "../../domain/gates/gate-request.js";
import { BASELINE_PATH } from "../../domain/gates/state-paths.js";
import { suiteRequest } from "../../domain/validation/suite-awaited.js";
import type { FactoryState } from "../../engine/factory-state.js";

/** The run of the whole suite that the baseline waits for. */
export function baselineRuns({ project, baseline }: FactoryState): GateRequest[] {
  return project?.status === "ACTIVE" && baseline?.phase === "awaited" ? [suiteRequest(baseline.run)] : [];
}

/** The baseline is read where it is compared with, ratcheted or kept. */
export function baselinePaths({ baseline, release, work }: FactoryState): string[] {
  const ratchets = Object.values(work).some(({ stage }) => stage.stage === "merging");
  const compares = release?.phase === "validating" && release.run !== null;
  const isTaken = baseline?.phase === "taken" && (ratchets || compares);
  const isKept = baseline?.phase === "awaited" && baseline.keeps === true;
  return isTaken || isKept ? [BASELINE_PATH] : [];
}
