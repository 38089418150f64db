import type { CommandRow } from "../commands/define-command.js";
import type { Config } from "../domain/config/config.js";
import type { Instant } from "../domain/ids.js";
import type { Outcome, Refusal } from "../domain/refusal.js";
import type { SetupKit } from "../features/setup/setup-kit.js";
import type { ProjectState } from "../features/tasks/board/project-state.js";
import type { Effect } from "./effects/effect.js";
import type { FileToWrite } from "./effects/effect-parts.js";
import type { ModelEffect } from "./effects/effect-table.js";
import type { EventKind, EventOf, FactoryEvent } from "./event.js";
import type { FactoryState } from "./factory-state.js";
import type { JobResult, ObservationQuery } from "./ports.js";
import type { DecisionInput, Situation } from "./situation.js";
import type { Wait, WaitView } from "./wait.js";

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

/** Files of the state branch: those that must be there, and those that are read where they are there. */
export type StateReads = { readonly required?: readonly string[]; readonly optional?: readonly string[] };

/** Why nothing may be decided at all, and the effects that are pending all the same. */
export type Forbidden = { readonly refusal: Refusal; readonly effects: readonly Effect[] };

/** The part of a job's result that is kept when it comes too late, and the events that are nothing else than that part. */
type Late = {
  readonly keep: (result: Pick<JobResult, "events" | "files">) => Pick<JobResult, "events" | "files">;
  readonly isKept: (event: FactoryEvent) => boolean;
};

/**
 * A feature as the engine knows it. A part that is absent means that the feature has nothing to say there. The engine asks
 * every row; no feature has a name in the engine (test/architecture/engine-knows-rows.test.ts).
 */
export type Feature = {
  readonly name: string;
  /** The slash commands of this feature. It is a function because commands import the engine, which imports the rows. */
  readonly commands?: () => readonly CommandRow[];

  // What is looked at.

  /** What this feature has to see of GitHub. Lists of several features are joined. */
  readonly observes?: (planned: Planned) => Partial<ObservationQuery>;
  /** The files of the state branch that this feature decides by. Reading one that no row names throws. */
  readonly reads?: (state: FactoryState) => StateReads;

  // Events.

  /** Why nothing may be decided here yet; null if this feature has no objection. */
  readonly forbids?: (input: DecisionInput) => Forbidden | null;
  /** Whether everything is held back in this state: only `detectPaused`, `takenWhenHeld` and `speak` are asked then. */
  readonly holds?: (state: FactoryState) => boolean;
  /** What has come about before there is a state. */
  readonly begin?: (input: DecisionInput) => readonly FactoryEvent[];
  /** What has come about since the state was made. */
  readonly detect?: (situation: Situation) => readonly FactoryEvent[];
  /** What is detected all the same while everything is held back. */
  readonly detectPaused?: (situation: Situation) => readonly FactoryEvent[];
  /** Kinds of events of jobs and deliveries that are taken while everything is held back. */
  readonly takenWhenHeld?: readonly EventKind[];
  /** The events that an event of a job or a delivery stands for. */
  readonly expands?: {
    readonly [K in EventKind]?: (situation: Situation, event: EventOf<K>) => readonly FactoryEvent[];
  };
  /** An event as it is taken, within this feature's limits. */
  readonly limit?: (known: Pick<Situation, "state" | "config">, event: FactoryEvent) => FactoryEvent;
  /** Events that are not worth a commit of their own, but go into one that is made anyway. */
  readonly alongside?: (situation: Situation) => readonly FactoryEvent[];
  /** The event that ends cycles without progress; null if they end by themselves in this state. */
  readonly breakLoop?: (state: FactoryState, now: Instant) => FactoryEvent | null;
  readonly late?: Late;

  // The state.

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

  // Effects and waits.

  /** What this feature wants done in the world before there is a state. */
  readonly earlyEffects?: (input: DecisionInput) => readonly Effect[];
  /** What this feature wants done in the world. */
  readonly effects?: (situation: Situation) => readonly Effect[];
  /** What is left of all features' effects, where this feature keeps some of them back. */
  readonly holdBack?: (situation: Situation, effects: readonly Effect[]) => readonly Effect[];
  /** Whether no question may be put to a model in this state. */
  readonly holdsQuestions?: (state: FactoryState) => boolean;
  /** Whether a state still calls for a question, by the kind of effect that puts it. */
  readonly asks?: {
    readonly [K in ModelEffect["kind"]]?: (state: FactoryState, effect: Extract<ModelEffect, { kind: K }>) => boolean;
  };
  /** Whether all running jobs are cancelled in this state. */
  readonly endsJobs?: (state: FactoryState) => boolean;
  /** What is waited for (src/engine/waits.ts has the order in which people read it). */
  readonly waits?: (view: WaitView) => readonly Wait[];
  /** What is done, with what this feature says about it put in its place. It is said while everything is held back, too. */
  readonly speak?: (situation: Situation, effects: readonly Effect[]) => readonly Effect[];
};
