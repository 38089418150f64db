import type { FactoryState } from "../../src/engine/factory-state.js";
import { baselinePaths, baselineRuns } from "../../src/features/baseline/baseline-query.js";
import { deprecationBranches, deprecationPaths } from "../../src/features/deprecation/deprecation-query.js";
import * as release from "../../src/features/release/release-query.js";
import { undoPaths } from "../../src/features/undo/undo-query.js";

// The combined queries of baseline, release, deprecation and undo.

export function releaseBranches(state: FactoryState, prefix: string): string[] {
  return [...release.releaseBranches(state, prefix), ...deprecationBranches(state, prefix)];
}

export function suitesAwaited(state: FactoryState) {
  return [...baselineRuns(state), ...release.releaseRuns(state)];
}

export function releasePaths(state: FactoryState): string[] {
  return [...baselinePaths(state), ...undoPaths(state), ...release.releasePaths(state), ...deprecationPaths(state)];
}
