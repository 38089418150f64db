import type { SetupKit } from "../../features/setup/setup-kit.js";
import type { Clock, Forge, Jobs, StateStore } from "../ports.js";

/** What reconciling needs of the world. */
export type Ports = {
  readonly state: StateStore;
  readonly forge: Forge;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly setupKit: SetupKit | null;
  /** Waits a little, at random, longer after each race lost in a row: two replicas must not keep meeting. */
  readonly backOff: (lost: number) => Promise<void>;
};
