import { deprecationBranch } from "../../engine/branches.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { proposedEntryPath } from "./deprecation-state.js";

/** Branches of the deprecations that are shown. */
export function deprecationBranches(state: FactoryState, prefix: string): string[] {
  return proposed(state).map((module) => deprecationBranch(prefix, module));
}

/** The entries that they show. */
export function deprecationPaths(state: FactoryState): string[] {
  return proposed(state).map(proposedEntryPath);
}

function proposed({ deprecations }: FactoryState) {
  return deprecations.filter(({ phase }) => phase === "proposing").map(({ order }) => order.module_ref);
}
