import type { Config } from "../../domain/config/config.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { Observed } from "../../engine/observation.js";

/** What is decided about seals. They outlive the project that made them, so they are kept where there is no state, too. */
export type SealSituation = {
  readonly state: FactoryState | null;
  readonly observed: Observed;
  readonly config: Config;
};
