import type { Outcome } from "../domain/refusal.js";
import type { ProjectState } from "../features/tasks/board/project-state.js";
import type { Effect } from "./effect.js";
import type { EventKind, EventOf, FactoryEvent } from "./event.js";
import type { FactoryState } from "./factory-state.js";
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

/** A feature as the engine knows it. A part that is absent means that the feature has nothing to say there. */
export type Feature = {
  readonly name: string;
  /** What has come about before there is a state. */
  readonly begin?: (input: DecisionInput) => readonly FactoryEvent[];
  /** What has come about since the state was made. */
  readonly detect?: (situation: Situation) => readonly FactoryEvent[];
  /** What is heard all the same while a person has paused everything. */
  readonly detectPaused?: (situation: Situation) => readonly FactoryEvent[];
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
