import type { Config } from "../domain/config/config.js";
import type { FactoryState } from "../domain/factory/factory-state.js";
import type { Observed } from "../domain/factory/observed.js";
import type { Instant, Sha } from "../domain/ids.js";
import type { ProductSpec } from "../domain/spec/product-spec.js";

/** Everything a decision may look at. */
export type Situation = {
  readonly state: FactoryState;
  readonly observed: Observed;
  readonly config: Config;
  /** The draft that is shown or approved, when the state speaks of one. */
  readonly draft: ProductSpec | null;
  /** The state as it is on the state branch: what a gate run can read there. Null before there is one. */
  readonly stored: FactoryState | null;
  /** Files of the state branch that the state makes it look at, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The state branch's head; null before there is a state. */
  readonly stateHead: Sha | null;
  readonly now: Instant;
};
