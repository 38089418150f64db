import type { SetupKit } from "../../features/setup/setup-kit.js";
import type { FactoryEvent } from "../event.js";
import type { LiveCall } from "../live-call.js";
import type { Clock, Forge, Jobs, RepositoryRef, StateStore } from "../ports.js";

/** The ports that reconcile needs. */
export type Ports = {
  readonly state: StateStore;
  readonly forge: Forge;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly setupKit: SetupKit | null;
  /** Waits a random time, longer after each lost race in a row, so that two replicas do not keep colliding. */
  readonly backOff: (lost: number) => Promise<void>;
  /** What may be said about the model calls of a repository; the same for a minute. */
  readonly calls?: (repository: RepositoryRef) => readonly LiveCall[];
  /** Is told the events of each commit that was made here. */
  readonly committed?: (events: readonly FactoryEvent[]) => void;
};
