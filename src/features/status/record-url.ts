import type { Situation } from "../../engine/situation.js";
import { stateBranch } from "../../engine/state-branch.js";

/** The address of a file of the state branch, relative to the host, so that it works on any GitHub. */
export function recordUrl({ observed, config }: Pick<Situation, "observed" | "config">, path: string): string {
  return `/${observed.repository.fullName}/blob/${stateBranch(config.branch_prefix)}/${path}`;
}
