import type { GateRequest } from "../../domain/gates/gate-request.js";
import { BASELINE_PATH } from "../../domain/gates/state-paths.js";
import { suiteRequest } from "../../domain/validation/suite-awaited.js";
import { deprecationBranch, releaseBranch } from "../../engine/branches.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { proposedEntryPath } from "../deprecation/deprecation-state.js";
import { undoPath } from "../undo/rules/undo-state.js";
import { manifestPath } from "./rules/release-state.js";

/** Branches of the release and of deprecations in progress. */
export function releaseBranches({ release, deprecations }: FactoryState, prefix: string): string[] {
  return [
    ...(release?.phase === "proposing" ? [releaseBranch(prefix, release.order.release_id)] : []),
    ...deprecations
      .filter(({ phase }) => phase === "proposing")
      .map(({ order }) => deprecationBranch(prefix, order.module_ref)),
  ];
}

/** Runs of the whole suite that are awaited. */
export function suitesAwaited({ project, baseline, release }: FactoryState): GateRequest[] {
  if (project?.status !== "ACTIVE") return [];
  return [
    ...(baseline?.phase === "awaited" ? [suiteRequest(baseline.run)] : []),
    ...(release?.phase === "validating" && release.run !== null ? [suiteRequest(release.run)] : []),
    ...(release?.phase === "locating" && release.locating.run !== null ? [suiteRequest(release.locating.run)] : []),
  ];
}

/** Files of the state branch that baseline, release, deprecations and undos need. */
export function releasePaths({ baseline, release, deprecations, undos, work }: FactoryState): string[] {
  const ratchets = Object.values(work).some(({ stage }) => stage.stage === "merging");
  const compares = release?.phase === "validating" && release.run !== null;
  return [
    ...(baseline?.phase === "taken" && (ratchets || compares) ? [BASELINE_PATH] : []),
    ...(baseline?.phase === "awaited" && baseline.keeps === true ? [BASELINE_PATH] : []),
    ...undos.filter(({ phase }) => phase === "proposing").map(({ order }) => undoPath(order.task_id)),
    ...(release?.phase === "proposing" ? [manifestPath(release.order.release_id)] : []),
    ...deprecations
      .filter(({ phase }) => phase === "proposing")
      .map(({ order }) => proposedEntryPath(order.module_ref)),
  ];
}
