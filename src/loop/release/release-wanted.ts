import type { FactoryState } from "../../domain/factory/factory-state.js";
import type { GateRequest } from "../../domain/gates/gate-request.js";
import { BASELINE_PATH } from "../../domain/gates/state-paths.js";
import { proposedEntryPath } from "../../domain/index-entries/deprecation-state.js";
import { manifestPath } from "../../domain/release/release-state.js";
import { suiteRequest } from "../../domain/validation/suite-awaited.js";
import { deprecationBranch, releaseBranch } from "../branches.js";

/** Branches of the release and the deprecations under way. */
export function releaseBranches({ release, deprecations }: FactoryState, prefix: string): string[] {
  return [
    ...(release?.phase === "proposing" ? [releaseBranch(prefix, release.order.release_id)] : []),
    ...deprecations
      .filter(({ phase }) => phase === "proposing")
      .map(({ order }) => deprecationBranch(prefix, order.module_ref)),
  ];
}

/** Runs of the whole suite whose end is waited for. */
export function suitesAwaited({ project, baseline, release }: FactoryState): GateRequest[] {
  if (project?.status !== "ACTIVE") return [];
  return [
    ...(baseline?.phase === "awaited" ? [suiteRequest(baseline.run)] : []),
    ...(release?.phase === "validating" && release.run !== null ? [suiteRequest(release.run)] : []),
  ];
}

/** Files of the state branch that baseline, release and deprecations are decided from. */
export function releasePaths({ baseline, release, deprecations, work }: FactoryState): string[] {
  const ratchets = Object.values(work).some(({ stage }) => stage.stage === "merging");
  const compares = release?.phase === "validating" && release.run !== null;
  return [
    ...(baseline?.phase === "taken" && (ratchets || compares) ? [BASELINE_PATH] : []),
    ...(release?.phase === "proposing" ? [manifestPath(release.order.release_id)] : []),
    ...deprecations
      .filter(({ phase }) => phase === "proposing")
      .map(({ order }) => proposedEntryPath(order.module_ref)),
  ];
}
