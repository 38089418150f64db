import type { Config } from "../domain/config/config.js";
import type { FactoryState } from "../domain/factory/factory-state.js";
import type { Observed } from "../domain/factory/observed.js";
import type { Instant } from "../domain/ids.js";
import type { ProductSpec } from "../domain/spec/product-spec.js";

/** Everything a decision may look at. */
export type Situation = {
  readonly state: FactoryState;
  readonly observed: Observed;
  readonly config: Config;
  /** The draft that is shown or approved, when the state speaks of one. */
  readonly draft: ProductSpec | null;
  readonly now: Instant;
};
