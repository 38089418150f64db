import type { Config } from "../domain/config/config.js";
import type { Effect, FileToWrite } from "../domain/factory/effect.js";
import type { FactoryState } from "../domain/factory/factory-state.js";
import type { Intent } from "../domain/factory/intent.js";
import type { Observed } from "../domain/factory/observed.js";
import { prepareProject } from "../domain/factory/prepare-project.js";
import { type Prepared, reduce } from "../domain/factory/reduce.js";
import type { Instant, Sha } from "../domain/ids.js";
import type { Refusal } from "../domain/refusal.js";
import type { ProductSpec } from "../domain/spec/product-spec.js";
import { markerIn } from "../render/marker.js";
import type { SetupKit } from "../setup/setup-kit.js";
import { baselineFiles } from "./baseline/baseline-files.js";
import { noticeBaseline } from "./baseline/notice-baseline.js";
import { noConsent, oweBeforeConsent } from "./before-consent.js";
import { noticeByHand } from "./by-hand/notice-by-hand.js";
import { oweStrangers } from "./by-hand/notice-strangers-labels.js";
import { noticeCards } from "./decisions/notice-cards.js";
import { noticeCheckpoint } from "./decisions/notice-checkpoint.js";
import { noticeEnded } from "./decisions/notice-ended.js";
import { noticeRemarks } from "./decisions/notice-remarks.js";
import { noticeSpending } from "./decisions/notice-spending.js";
import { pressButton } from "./decisions/press-button.js";
import { type Resolved, resolutionFiles } from "./decisions/resolution-files.js";
import { takeGiven } from "./decisions/take-given.js";
import { noticeDeprecations } from "./deprecation/notice-deprecations.js";
import { noticeComments } from "./notice-comments.js";
import { noticeProduct } from "./notice-product.js";
import { noticeProject } from "./notice-project.js";
import { noticeRequest } from "./notice-request.js";
import { owe } from "./owe.js";
import { quickFiles } from "./quick-lane.js";
import { noticeRelease } from "./release/notice-release.js";
import { oweSeals } from "./seals/owe-seals.js";
import { setupUpkeep } from "./setup-proposal.js";
import type { Situation } from "./situation.js";
import { noticeWork } from "./work/notice-work.js";
import { filedWork, workFiles } from "./work/work-files.js";

/** Everything a decision is made from. */
export type DecisionInput = {
  readonly state: FactoryState | null;
  readonly observed: Observed;
  readonly config: Config;
  readonly draft: ProductSpec | null;
  /** Files of the state branch that the state makes it look at, by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly stateHead: Sha | null;
  /** What jobs brought back. */
  readonly given: readonly Intent[];
  readonly now: Instant;
  /** What set-up and upgrades propose; null when this App has nothing to propose. */
  readonly setupKit: SetupKit | null;
};

/** The next state with the intents that lead there, the files that belong to them, and what is owed then. */
export type Decision = {
  readonly state: FactoryState | null;
  readonly intents: readonly Intent[];
  readonly files: readonly FileToWrite[];
  readonly owed: readonly Effect[];
  /** What was given or noticed and could not have happened; told to the log, never lost silently. */
  readonly refused: readonly { readonly intent: Intent; readonly refusal: Refusal }[];
};

/** More rounds of noticing than any real situation has; beyond it something goes in circles. */
const MAX_ROUNDS = 200;

/** Pure: the same input gives the same decision, on any replica, at any time, any number of times. */
export function decide(input: DecisionInput): Decision {
  if (noConsent(input) !== null) return withoutConsent(input);
  const taken: Intent[] = [];
  const files: FileToWrite[] = [];
  const refused: { intent: Intent; refusal: Refusal }[] = [];
  let state = input.state;
  const given = takeGiven(state, input.given);
  refused.push(...given.discarded);
  let next: readonly Intent[] = given.taken.flatMap((intent) => consequences(input, intent));
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    let progressed = false;
    for (const intent of next) {
      const prepared = prepare(input, state, intent);
      const after = reduce(state, intent, prepared);
      if (!after.ok) {
        refused.push({ intent, refusal: after.refusal });
        continue;
      }
      progressed = true;
      state = after.value;
      taken.push(intent);
      files.push(...prepared.files);
    }
    if (round > 0 && !progressed) return finish(input, { state, taken, files, refused });
    next = notice(input, state);
    if (next.length === 0) return finish(input, { state, taken, files, refused });
  }
  throw new Error(
    `noticing did not settle after ${MAX_ROUNDS} rounds; the last intents were ${next.map(({ kind }) => kind).join(", ")}`,
  );
}

/** A pressed button is followed by what it leads to; anything else stands for itself. */
function consequences(input: DecisionInput, intent: Intent): readonly Intent[] {
  const { state } = input;
  if (intent.kind !== "button-pressed" || state === null) return [intent];
  return pressButton({ ...input, state, stored: state }, intent);
}

/** Nothing is decided where nobody consented, or where consent was taken back; what was brought is told to the log. */
function withoutConsent(input: DecisionInput): Decision {
  const refusal = { code: "no-consent", message: "there is no .factory/config.yml on the default branch" };
  const refused = input.given.map((intent) => ({ intent, refusal }));
  return { state: input.state, intents: [], files: [], owed: oweBeforeConsent(input), refused };
}

function notice(input: DecisionInput, state: FactoryState | null): readonly Intent[] {
  const { observed, config, now } = input;
  // Pause is absolute: only people are heard. Whatever else came about is still there to be noticed after it.
  if (state?.project?.status === "PAUSED") return noticeComments({ ...input, state, stored: input.state });
  const requested = noticeRequest({ state, observed, approvers: config.approvers, now });
  if (state === null || requested.length > 0) return requested;
  const situation = { ...input, state, stored: input.state };
  for (const look of [
    noticeComments,
    noticeByHand,
    noticeProduct,
    noticeBaseline,
    noticeSpending,
    noticeWork,
    noticeRemarks,
    noticeCheckpoint,
    noticeCards,
    noticeEnded,
    noticeProject,
    noticeRelease,
    noticeDeprecations,
  ]) {
    const intents = look(situation);
    if (intents.length > 0) return intents;
  }
  return [];
}

/** A project is computed from the approved draft in the same breath as the intent that starts it: all of it or nothing. */
function prepare(
  input: DecisionInput,
  state: FactoryState | null,
  intent: Intent,
): Prepared & { files: readonly FileToWrite[] } {
  const { draft, observed } = input;
  if (intent.kind === "work-moved" && state !== null)
    return { files: workFiles({ ...input, state, stored: input.state }, intent) };
  if (intent.kind === "project-moved" && intent.move.kind === "escalation-resolved" && state !== null)
    return { files: filesOfResolution({ ...input, state, stored: input.state }, intent.move) };
  if (intent.kind === "project-moved" && intent.move.kind === "task-shipped" && state !== null)
    return { files: filedWork(state, intent.move.task_id) };
  if (intent.kind === "quick-spec-made" && state !== null) return { files: quickFiles({ state, observed }) };
  if (intent.kind !== "project-started" || draft === null)
    return { files: state === null ? [] : baselineFiles({ ...input, state, stored: input.state }, intent) };
  const { id: repositoryId, defaultBranch: branch } = observed.repository;
  const prepared = prepareProject(draft, intent, { repositoryId, branch });
  // validateSpec ran before anybody could approve, so a refusal here is a bug and not a person's mistake.
  if (!prepared.ok) throw new Error(prepared.refusal.message);
  return prepared.value;
}

/** Refused before it became an intent, if at all: one that cannot be written down now was never checked. */
function filesOfResolution(situation: Situation, resolved: Resolved): readonly FileToWrite[] {
  const files = resolutionFiles(situation, resolved);
  if (!files.ok) throw new Error(files.refusal.message);
  return files.value;
}

type Folded = {
  readonly state: FactoryState | null;
  readonly taken: readonly Intent[];
  readonly files: readonly FileToWrite[];
  readonly refused: Decision["refused"];
};

function finish(input: DecisionInput, folded: Folded): Decision {
  const { state, taken, files, refused } = forgetSaid(input, folded);
  if (state === null)
    return {
      state,
      intents: taken,
      files,
      owed: [...setupUpkeep(input), ...oweStrangers(input), ...oweSeals(input)],
      refused,
    };
  const stored = new Map([...input.files, ...files.map(({ path, text }) => [path, text] as const)]);
  const situation: Situation = { ...input, state, stored: input.state, files: stored };
  const upkeep = state.project?.status === "PAUSED" ? [] : setupUpkeep(input);
  return { state, intents: taken, files, owed: [...upkeep, ...owe(situation)], refused };
}

/** What was owed and now stands is forgotten, but only along with something else: that alone is not worth a commit. */
function forgetSaid({ observed, now }: DecisionInput, folded: Folded): Folded {
  if (folded.state === null || folded.taken.length === 0) return folded;
  const standing = new Set(observed.comments.filter(({ own }) => own).map(({ body }) => markerIn(body)));
  const said = folded.state.inbox.owed.filter(({ key }) => standing.has(key));
  let state: FactoryState = folded.state;
  const taken = [...folded.taken];
  for (const { key } of said) {
    const intent: Intent = { kind: "said", at: now, key };
    const after = reduce(state, intent);
    if (!after.ok) throw new Error(after.refusal.message);
    state = after.value;
    taken.push(intent);
  }
  return { ...folded, state, taken };
}
