import type { Refusal } from "../domain/refusal.js";
import { FEATURES } from "../features/features.js";
import { detect } from "./detect.js";
import { deriveEffects } from "./effects/derive-effects.js";
import type { Effect } from "./effects/effect.js";
import type { FileToWrite } from "./effects/effect-parts.js";
import { expectedKeys } from "./effects/expected-keys.js";
import type { FactoryEvent } from "./event.js";
import { prepare } from "./event-files.js";
import type { FactoryState } from "./factory-state.js";
import type { Forbidden } from "./feature.js";
import { reduce } from "./reduce.js";
import { type DecisionInput, type Situation, situationIn } from "./situation.js";
import { takeGiven } from "./take-given.js";
import type { Wait } from "./wait.js";
import { waitsOf } from "./waits.js";

/** The next state, the events that lead to it, their files, and the effects that are pending then. */
export type Decision = {
  readonly state: FactoryState | null;
  readonly events: readonly FactoryEvent[];
  readonly files: readonly FileToWrite[];
  readonly pending: readonly Effect[];
  /** The keys of the effects that the state before called for; null if unknown. */
  readonly expectedBefore: ReadonlySet<string> | null;
  /** Tasks that stand still, and nothing says why. They are logged. */
  readonly stalled: readonly Wait[];
  /** Events that the state did not allow. They are logged. */
  readonly refused: readonly { readonly event: FactoryEvent; readonly refusal: Refusal }[];
};

/** More rounds of detection than any real situation has. Beyond it, detection is in a circle. */
const MAX_ROUNDS = 200;

/** Pure: the same input gives the same decision on any replica, at any time. */
export function decide(input: DecisionInput): Decision {
  const forbidden = whyForbidden(input);
  if (forbidden !== null) return decideNothing(input, forbidden);
  const taken: FactoryEvent[] = [];
  let files: readonly FileToWrite[] = [];
  const refused: { event: FactoryEvent; refusal: Refusal }[] = [];
  let state = input.state;
  const given = takeGiven(state, input.given);
  refused.push(...given.discarded);
  const take = (events: readonly FactoryEvent[]): boolean => {
    let progressed = false;
    for (const noticed of events) {
      const event = state === null ? noticed : withinLimits({ state, config: input.config }, noticed);
      const prepared = prepare(withFiles(input, files), state, event);
      const after = reduce(state, event, prepared);
      if (!after.ok) {
        refused.push({ event, refusal: after.refusal });
        continue;
      }
      progressed = true;
      state = after.value;
      taken.push(event);
      files = latest([...files, ...prepared.files]);
    }
    return progressed;
  };
  for (const event of given.taken) take(consequences(input, state, event));
  let next: readonly FactoryEvent[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    next = detect(input, state);
    if (next.length === 0 || !take(next)) return finish(input, { state, taken, files, refused });
  }
  throw new Error(
    `detection did not settle after ${MAX_ROUNDS} rounds; the last events were ${next.map(({ kind }) => kind).join(", ")}`,
  );
}

/** A file that one decision writes twice is committed once, with its last content. */
function latest(files: readonly FileToWrite[]): readonly FileToWrite[] {
  return [...new Map(files.map((file) => [file.path, file])).values()];
}

/** A later event of a decision reads the files that an earlier event wrote. */
function withFiles(input: DecisionInput, written: readonly FileToWrite[]): DecisionInput {
  if (written.length === 0) return input;
  return { ...input, files: new Map([...input.files, ...written.map(({ path, text }) => [path, text] as const)]) };
}

/** An event as every feature lets it be taken. */
function withinLimits(known: Pick<Situation, "state" | "config">, event: FactoryEvent): FactoryEvent {
  return FEATURES.reduce((limited, { limit }) => limit?.(known, limited) ?? limited, event);
}

/** The events that an event stands for: itself, unless a feature names others. */
function consequences(input: DecisionInput, state: FactoryState | null, event: FactoryEvent): readonly FactoryEvent[] {
  if (state === null) return [event];
  for (const { expands } of FEATURES) {
    // The compiler does not see that what is found under a kind is for that kind.
    const expand = expands?.[event.kind] as Expand | undefined;
    if (expand !== undefined) return expand(situationIn(input, state), event);
  }
  return [event];
}

type Expand = (situation: Situation, event: FactoryEvent) => readonly FactoryEvent[];

/** The first feature's reason not to decide anything. */
function whyForbidden(input: DecisionInput): Forbidden | null {
  for (const { forbids } of FEATURES) {
    const forbidden = forbids?.(input) ?? null;
    if (forbidden !== null) return forbidden;
  }
  return null;
}

/** Events of jobs are refused and logged. */
function decideNothing({ state, given }: DecisionInput, { refusal, effects: pending }: Forbidden): Decision {
  const refused = given.map((event) => ({ event, refusal }));
  return { state, events: [], files: [], pending, stalled: [], expectedBefore: null, refused };
}

type Folded = {
  readonly state: FactoryState | null;
  readonly taken: readonly FactoryEvent[];
  readonly files: readonly FileToWrite[];
  readonly refused: Decision["refused"];
};

function finish(input: DecisionInput, folded: Folded): Decision {
  const { state, taken, files, refused } = takeAlong(input, folded);
  const decided = { state, events: taken, files, refused };
  if (state === null) {
    const pending = FEATURES.flatMap(({ earlyEffects }) => earlyEffects?.(input) ?? []);
    return { ...decided, pending, stalled: [], expectedBefore: null };
  }
  const situation = situationIn(withFiles(input, files), state);
  const before = taken.length === 0 ? null : input.state;
  const expectedBefore = before === null ? null : expectedKeys(situationIn(input, before));
  const pending = deriveEffects(situation);
  const stalled = waitsOf({ ...situation, pending }).filter((wait) => wait.stalled === true);
  return { ...decided, pending, stalled, expectedBefore };
}

/** Takes the events that are not worth a commit of their own, where there is one anyway. */
function takeAlong(input: DecisionInput, folded: Folded): Folded {
  if (folded.state === null || folded.taken.length === 0) return folded;
  const situation = situationIn(withFiles(input, folded.files), folded.state);
  let state: FactoryState = folded.state;
  const along = FEATURES.flatMap(({ alongside }) => alongside?.(situation) ?? []);
  for (const event of along) {
    const after = reduce(state, event);
    if (!after.ok) throw new Error(after.refusal.message);
    state = after.value;
  }
  return { ...folded, state, taken: [...folded.taken, ...along] };
}
