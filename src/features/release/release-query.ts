import type { GateRequest } from "../../domain/gates/gate-request.js";
import { suiteRequest } from "../../domain/validation/suite-awaited.js";
import { releaseBranch } from "../../engine/branches.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { manifestPath } from "./rules/release-state.js";

/** The branch of the release that is shown. */
export function releaseBranches({ release }: FactoryState, prefix: string): string[] {
  return release?.phase === "proposing" ? [releaseBranch(prefix, release.order.release_id)] : [];
}

/** Runs of the whole suite whose end a release waits for. */
export function releaseRuns({ project, release }: FactoryState): GateRequest[] {
  if (project?.status !== "ACTIVE") return [];
  return [
    ...(release?.phase === "validating" && release.run !== null ? [suiteRequest(release.run)] : []),
    ...(release?.phase === "locating" && release.locating.run !== null ? [suiteRequest(release.locating.run)] : []),
  ];
}

/** The manifest that is shown. */
export function releasePaths({ release }: FactoryState): string[] {
  return release?.phase === "proposing" ? [manifestPath(release.order.release_id)] : [];
}
