import type { Effect } from "./effect.js";

/** Permissions of an installation token, in GitHub's words. */
export type Permissions = Readonly<Record<string, "read" | "write">>;

/** Takes longer than a reconcile may: it runs beside the loop and comes back as events. */
export type JobRow = {
  readonly job: true;
  /** Puts a question to a model. None is put at a checkpoint, and each only while the state still asks it. */
  readonly asksModel: boolean;
};

/** Done by the reconcile that finds it owed. */
type DirectRow<Kind extends Effect["kind"]> = {
  readonly job: false;
  readonly turn: Turn;
  /** Whether anything that is decided from is different right after it. */
  readonly changesObservation: "yes" | "no" | "where-a-merge-waits";
  /** Written by one request with others of its sort, as fields of one mutation. */
  readonly together: boolean;
  /** Still said when the loop is stopped because it gets nowhere. */
  readonly saidWhenStuck: boolean;
  /** Brings a pull request onto the default branch. An undo holds it back. */
  readonly merges: boolean;
  /** The narrowest token that can do it (decisions.md#narrow-tokens). Null: it takes several of its own. */
  readonly permissions: Permissions | ((effect: Extract<Effect, { kind: Kind }>) => Permissions) | null;
};

/**
 * When a reconcile does it:
 * - `at-once`: where it stands in the order; words that wait go on waiting.
 * - `after-words`: where it stands, after all words that wait: they were said about what it changes.
 * - `may-wait`: with other words, before the next thing that is done to a branch, or at the end.
 * - `at-the-end`: it speaks of the whole, so it is written when nothing else is left to do.
 */
export type Turn = "at-once" | "after-words" | "may-wait" | "at-the-end";

export type EffectRow<Kind extends Effect["kind"]> = JobRow | DirectRow<Kind>;
