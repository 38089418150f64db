import type { Config } from "../../domain/config/config.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { Observed } from "../../engine/observation.js";

/** The input of the seal rules. Seals outlive their project, so they work without a state, too. */
export type SealSituation = {
  readonly state: FactoryState | null;
  readonly observed: Observed;
  readonly config: Config;
};
