import type { Config } from "../domain/config/config.js";
import type { Effect, FileToWrite } from "../domain/factory/effect.js";
import type { FactoryState } from "../domain/factory/factory-state.js";
import type { Intent } from "../domain/factory/intent.js";
import type { Observed } from "../domain/factory/observed.js";
import { type Prepared, reduce } from "../domain/factory/reduce.js";
import type { Instant } from "../domain/ids.js";
import { initProject } from "../domain/project/init-project.js";
import type { Refusal } from "../domain/refusal.js";
import type { ProductSpec } from "../domain/spec/product-spec.js";
import { markerIn } from "../render/marker.js";
import { noticeComments } from "./notice-comments.js";
import { noticeProduct } from "./notice-product.js";
import { noticeProject } from "./notice-project.js";
import { noticeRequest } from "./notice-request.js";
import { owe } from "./owe.js";
import type { Situation } from "./situation.js";

/** Everything a decision is made from. */
export type DecisionInput = {
  readonly state: FactoryState | null;
  readonly observed: Observed;
  readonly config: Config;
  readonly draft: ProductSpec | null;
  /** Task files of the state branch by path, for the tasks in work. */
  readonly taskFiles: ReadonlyMap<string, string>;
  /** What jobs brought back. */
  readonly given: readonly Intent[];
  readonly now: Instant;
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
  const taken: Intent[] = [];
  const files: FileToWrite[] = [];
  const refused: { intent: Intent; refusal: Refusal }[] = [];
  let state = input.state;
  let next: readonly Intent[] = [...input.given];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    let progressed = false;
    for (const intent of next) {
      const prepared = prepare(input, intent);
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

function notice(input: DecisionInput, state: FactoryState | null): readonly Intent[] {
  const { observed, config, now } = input;
  const requested = noticeRequest({ state, observed, approvers: config.approvers, now });
  if (state === null || requested.length > 0) return requested;
  const situation = { ...input, state };
  for (const look of [noticeComments, noticeProduct, noticeProject]) {
    const intents = look(situation);
    if (intents.length > 0) return intents;
  }
  return [];
}

/** A project is computed from the approved draft in the same breath as the intent that starts it: all of it or nothing. */
function prepare({ draft, observed }: DecisionInput, intent: Intent): Prepared & { files: readonly FileToWrite[] } {
  if (intent.kind !== "project-started" || draft === null) return { files: [] };
  const project = initProject(draft, {
    projectId: `${observed.repository.id}-${draft.spec_id}`,
    startingSha: intent.starting_sha,
    branch: observed.repository.defaultBranch,
    now: intent.at,
  });
  // validateSpec ran before anybody could approve, so a refusal here is a bug and not a person's mistake.
  if (!project.ok) throw new Error(project.refusal.message);
  return { project: project.value.state, files: project.value.taskFiles };
}

type Folded = {
  readonly state: FactoryState | null;
  readonly taken: readonly Intent[];
  readonly files: readonly FileToWrite[];
  readonly refused: Decision["refused"];
};

function finish(input: DecisionInput, folded: Folded): Decision {
  const { state, taken, files, refused } = forgetSaid(input, folded);
  if (state === null) return { state, intents: taken, files, owed: [], refused };
  const situation: Situation = { ...input, state };
  const taskFiles = new Map([...input.taskFiles, ...files.map(({ path, text }) => [path, text] as const)]);
  return { state, intents: taken, files, owed: owe(situation, taskFiles), refused };
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
