import type { Refusal } from "../domain/refusal.js";
import { pressButton } from "../features/halts/buttons/press-button.js";
import { applyCommentLimit } from "../features/inbox/comment-limit.js";
import { isPaused } from "../features/pause/is-paused.js";
import { unauthorisedLabelEffects } from "../features/request/detect-unauthorised-labels.js";
import { sealEffects } from "../features/seals/seal-effects.js";
import { effectsBeforeConsent, noConsent } from "../features/setup/before-consent.js";
import { setupUpkeep } from "../features/setup/setup-proposal.js";
import { detect } from "./detect.js";
import { deriveEffects } from "./effects/derive-effects.js";
import type { Effect } from "./effects/effect.js";
import type { FileToWrite } from "./effects/effect-parts.js";
import { expectedKeys } from "./effects/expected-keys.js";
import type { FactoryEvent } from "./event.js";
import { prepare } from "./event-files.js";
import type { FactoryState } from "./factory-state.js";
import { postedKeys } from "./posted-keys.js";
import { reduce } from "./reduce.js";
import { type DecisionInput, situationIn } from "./situation.js";
import { takeGiven } from "./take-given.js";

/** The next state, the events that lead to it, their files, and the effects that are pending then. */
export type Decision = {
  readonly state: FactoryState | null;
  readonly events: readonly FactoryEvent[];
  readonly files: readonly FileToWrite[];
  readonly pending: readonly Effect[];
  /** The keys of the effects that the state before called for; null if unknown. */
  readonly expectedBefore: ReadonlySet<string> | null;
  /** Events that the state did not allow. They are logged. */
  readonly refused: readonly { readonly event: FactoryEvent; readonly refusal: Refusal }[];
};

/** More rounds of detection than any real situation has. Beyond it, detection is in a circle. */
const MAX_ROUNDS = 200;

/** Pure: the same input gives the same decision on any replica, at any time. */
export function decide(input: DecisionInput): Decision {
  if (noConsent(input) !== null) return withoutConsent(input);
  const taken: FactoryEvent[] = [];
  let files: readonly FileToWrite[] = [];
  const refused: { event: FactoryEvent; refusal: Refusal }[] = [];
  let state = input.state;
  const given = takeGiven(state, input.given);
  refused.push(...given.discarded);
  const take = (events: readonly FactoryEvent[]): boolean => {
    let progressed = false;
    for (const noticed of events) {
      const event = state === null ? noticed : applyCommentLimit({ state, config: input.config }, noticed);
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

/** A pressed button is replaced by the events that it causes. Any other event stays as it is. */
function consequences(input: DecisionInput, state: FactoryState | null, event: FactoryEvent): readonly FactoryEvent[] {
  if (event.kind !== "button-pressed" || state === null) return [event];
  return pressButton(situationIn(input, state), event);
}

/** Without consent, or after it was withdrawn, nothing is decided. Events of jobs are refused and logged. */
function withoutConsent(input: DecisionInput): Decision {
  const refusal = { code: "no-consent", message: "there is no .factory/config.yml on the default branch" };
  const refused = input.given.map((event) => ({ event, refusal }));
  return {
    state: input.state,
    events: [],
    files: [],
    pending: effectsBeforeConsent(input),
    expectedBefore: null,
    refused,
  };
}

type Folded = {
  readonly state: FactoryState | null;
  readonly taken: readonly FactoryEvent[];
  readonly files: readonly FileToWrite[];
  readonly refused: Decision["refused"];
};

function finish(input: DecisionInput, folded: Folded): Decision {
  const { state, taken, files, refused } = forgetSaid(input, folded);
  if (state === null)
    return {
      state,
      events: taken,
      files,
      pending: [...setupUpkeep(input), ...unauthorisedLabelEffects(input), ...sealEffects(input)],
      expectedBefore: null,
      refused,
    };
  const stored = new Map([...input.files, ...files.map(({ path, text }) => [path, text] as const)]);
  const situation = { ...situationIn(input, state), files: stored };
  const upkeep = isPaused(state) ? [] : setupUpkeep(input);
  const before = taken.length === 0 ? null : input.state;
  const expectedBefore = before === null ? null : expectedKeys({ ...input, state: before, stored: before });
  return { state, events: taken, files, pending: [...upkeep, ...deriveEffects(situation)], expectedBefore, refused };
}

/**
 * Removes comments from the pending ones once they are observed on GitHub. This alone is not worth a commit, so it
 * happens only with other events.
 */
function forgetSaid({ observed, now }: DecisionInput, folded: Folded): Folded {
  if (folded.state === null || folded.taken.length === 0) return folded;
  const stands = postedKeys(observed);
  const said = folded.state.inbox.pending.filter(({ key }) => stands.has(key));
  let state: FactoryState = folded.state;
  const taken = [...folded.taken];
  for (const { key } of said) {
    const event: FactoryEvent = { kind: "said", at: now, key };
    const after = reduce(state, event);
    if (!after.ok) throw new Error(after.refusal.message);
    state = after.value;
    taken.push(event);
  }
  return { ...folded, state, taken };
}
