import type { Config } from "../domain/config/config.js";
import type { Instant, Sha } from "../domain/ids.js";
import type { SetupKit } from "../features/setup/setup-kit.js";
import type { FactoryEvent } from "./event.js";
import type { FactoryState } from "./factory-state.js";
import type { LiveCall } from "./live-call.js";
import type { Observed } from "./observation.js";
import { type StateFiles, stateFiles } from "./state-files.js";

/** The input of a decision. */
export type DecisionInput = {
  readonly state: FactoryState | null;
  readonly observed: Observed;
  readonly config: Config;
  /** Files of the state branch that the state refers to, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The state branch's head; null before there is a state. */
  readonly stateHead: Sha | null;
  /** Events from jobs. */
  readonly given: readonly FactoryEvent[];
  readonly now: Instant;
  /** What set-up and upgrades propose; null if this App has nothing to propose. */
  readonly setupKit: SetupKit | null;
  /** What this process may say about questions that a model is answering now. */
  readonly calls?: readonly LiveCall[];
};

/** The input of detectors and effects once there is a state. The state may be ahead of the stored one. */
export type Situation = Omit<DecisionInput, "state" | "given" | "files"> & {
  readonly state: FactoryState;
  /** The state as it is on the state branch, where a gate run can read it. Null before there is one. */
  readonly stored: FactoryState | null;
  readonly files: StateFiles;
};

export function situationIn(input: DecisionInput, state: FactoryState): Situation {
  const { given: _, ...known } = input;
  return { ...known, state, stored: input.state, files: stateFiles(input.files, [input.state, state]) };
}
