import { Config } from "../../domain/config/config.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { StateFiles } from "../../engine/state-files.js";
import type { Wait } from "../../engine/wait.js";
import { waitsOf } from "../../engine/waits.js";
import { asWritten } from "../../render/plain-text.js";

/**
 * The waits of a product, as in the status comment but without escaping. Waits that only GitHub shows, such as a rule
 * that blocks a merge, are missing. The configuration is on another branch: it matters only while no task runs.
 */
export function statusWaits(state: FactoryState, files: StateFiles): Wait[] {
  return waitsOf({ state, files, config: Config.parse({}), observed: null, now: null, pending: [] }).map((wait) => ({
    ...wait,
    for: asWritten(wait.for),
  }));
}
