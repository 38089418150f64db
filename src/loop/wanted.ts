import type { Config } from "../domain/config/config.js";
import type { FactoryState } from "../domain/factory/factory-state.js";
import { setupBranch, specBranch, taskBranch } from "./branches.js";

/** What to look at in this state: our own branches that can still move, and the comments not read yet. */
export function wantedOf(state: FactoryState | null, { branch_prefix, labels }: Config) {
  const tasks = Object.entries(state?.project?.tasks ?? {})
    .filter(([, { status }]) => status === "IN_PROGRESS" || status === "HALTED")
    .map(([task]) => taskBranch(branch_prefix, task));
  return {
    branches: [setupBranch(branch_prefix), specBranch(branch_prefix), ...tasks],
    startLabel: labels.start,
    quickLabel: labels.quick,
    commentsSince: state?.inbox.since ?? null,
  };
}
