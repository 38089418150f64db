import type { Config } from "../domain/config/config.js";
import type { Outcome } from "../domain/refusal.js";
import type { SetupKit } from "../features/setup/setup-kit.js";
import type { ProjectState } from "../features/tasks/board/project-state.js";
import type { Effect } from "./effects/effect.js";
import type { FileToWrite } from "./effects/effect-parts.js";
import type { EventKind, EventOf, FactoryEvent } from "./event.js";
import type { FactoryState } from "./factory-state.js";
import type { ObservationQuery } from "./ports.js";
import type { DecisionInput, Situation } from "./situation.js";

/** What an event needs that is too large for it: the project that the approved draft makes, computed before the commit. */
export type Prepared = { readonly project?: ProjectState };

/** There is no state before the first request: only that one can happen then. */
type Before<K extends EventKind> = K extends "product-requested" ? FactoryState | null : FactoryState;

/** The state after an event of this kind, or why it cannot have happened. */
export type Reducer<K extends EventKind> = (
  state: Before<K>,
  event: EventOf<K>,
  prepared: Prepared,
) => Outcome<FactoryState>;

/** What an observation is planned from. There is no state before the first request, and no kit where nothing is proposed. */
type Planned = {
  readonly state: FactoryState | null;
  readonly config: Config;
  readonly kit: SetupKit | null;
};

/** Files of the state branch: those that must be there, and those that are looked at where they are there. */
export type StateFiles = { readonly required?: readonly string[]; readonly optional?: readonly string[] };

/** A feature as the engine knows it. A part that is absent means that the feature has nothing to say there. */
export type Feature = {
  readonly name: string;
  /** What this feature has to see of GitHub. Lists of several features are joined. */
  readonly observes?: (planned: Planned) => Partial<ObservationQuery>;
  /** The files of the state branch that this feature decides by. */
  readonly reads?: (state: FactoryState) => StateFiles;
  /** What has come about before there is a state. */
  readonly begin?: (input: DecisionInput) => readonly FactoryEvent[];
  /** What has come about since the state was made. */
  readonly detect?: (situation: Situation) => readonly FactoryEvent[];
  /** What is heard all the same while a person has paused everything. */
  readonly detectPaused?: (situation: Situation) => readonly FactoryEvent[];
  /** What an event is reduced with that is too large for it. */
  readonly prepare?: (situation: Situation, event: FactoryEvent) => Prepared;
  /** The files that go into the commit with an event. */
  readonly files?: (situation: Situation, event: FactoryEvent) => readonly FileToWrite[];
  /** What the events of this feature do to the state. Each kind of event is in one row (test/features/features.test.ts). */
  readonly reduce?: { readonly [K in EventKind]?: Reducer<K> };
  /** What follows from any event, after it was reduced. */
  readonly follow?: (
    states: { readonly before: FactoryState; readonly after: FactoryState },
    event: FactoryEvent,
  ) => FactoryState;
  /** What this feature wants done in the world. */
  readonly effects?: (situation: Situation) => readonly Effect[];
  /** What is left of all features' effects, where this feature keeps some of them back. */
  readonly holdBack?: (situation: Situation, effects: readonly Effect[]) => readonly Effect[];
  /** What is done, with what this feature says about it put in its place. It is said while everything is paused, too. */
  readonly speak?: (situation: Situation, effects: readonly Effect[]) => readonly Effect[];
};
