import type { Effect } from "./effect.js";
import type { FactoryEvent } from "./event.js";
import type { DecisionInput, Situation } from "./situation.js";

/** A feature as the engine knows it. A part that is absent means that the feature has nothing to say there. */
export type Feature = {
  readonly name: string;
  /** What has come about before there is a state. */
  readonly begin?: (input: DecisionInput) => readonly FactoryEvent[];
  /** What has come about since the state was made. */
  readonly detect?: (situation: Situation) => readonly FactoryEvent[];
  /** What is heard all the same while a person has paused everything. */
  readonly detectPaused?: (situation: Situation) => readonly FactoryEvent[];
  /** What this feature wants done in the world. */
  readonly effects?: (situation: Situation) => readonly Effect[];
  /** What is left of all features' effects, where this feature keeps some of them back. */
  readonly holdBack?: (situation: Situation, effects: readonly Effect[]) => readonly Effect[];
  /** What is done, with what this feature says about it put in its place. It is said while everything is paused, too. */
  readonly speak?: (situation: Situation, effects: readonly Effect[]) => readonly Effect[];
};
