import { deprecationBranch } from "../../engine/branches.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { proposedEntryPath } from "./deprecation-state.js";
import { migrationPaths } from "./detect-migration.js";

/** Branches of the deprecations that are shown. */
export function deprecationBranches(state: FactoryState, prefix: string): string[] {
  return proposed(state).map((module) => deprecationBranch(prefix, module));
}

/** The entries that they show, and what tasks are written from. */
export function deprecationPaths(state: FactoryState): string[] {
  const migrating = state.deprecations.flatMap((each) =>
    each.phase === "migrating" ? migrationPaths(state, each) : [],
  );
  return [...proposed(state).map(proposedEntryPath), ...migrating];
}

function proposed({ deprecations }: FactoryState) {
  return deprecations.filter(({ phase }) => phase === "proposing").map(({ order }) => order.module_ref);
}
