import type { Situation } from "../../engine/situation.js";
import { stateBranch } from "../../engine/state-branch.js";

/** Where a file of the state branch can be read. Relative to the host, so that it holds on any GitHub. */
export function recordUrl({ observed, config }: Pick<Situation, "observed" | "config">, path: string): string {
  return `/${observed.repository.fullName}/blob/${stateBranch(config.branch_prefix)}/${path}`;
}
