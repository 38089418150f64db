import { baselineEffects } from "../features/baseline/baseline-effects.js";
import { deprecationEffects } from "../features/deprecation/deprecation-proposal.js";
import { decisionEffects } from "../features/halts/decision-effects.js";
import { afterReviews } from "../features/inbox/after-reviews.js";
import { lastWordEffects } from "../features/inbox/last-word-effects.js";
import { firstOf, removeDuplicates } from "../features/inbox/remove-duplicates.js";
import { changeEffects } from "../features/interface-change/change-effects.js";
import { mergeOwn } from "../features/merging/merge-own.js";
import { workEffects } from "../features/modules/work-effects.js";
import { isPaused } from "../features/pause/is-paused.js";
import { modelWaits } from "../features/questions/model-waits.js";
import { releaseEffects } from "../features/release/release-effects.js";
import { sealEffects } from "../features/seals/seal-effects.js";
import { specFiles, specProposal } from "../features/spec/spec-proposal.js";
import { progressFacts } from "../features/status/progress-facts.js";
import { STATUS_KEY, statusComment } from "../features/status/status-comment.js";
import { waitingFor } from "../features/status/waits.js";
import { closeAborted } from "../features/tasks/close-aborted.js";
import { taskProposals } from "../features/tasks/task-proposal.js";
import { withoutHeldMerges } from "../features/undo/hold-back.js";
import { undoEffects } from "../features/undo/undo-proposal.js";
import { hiddenMarker, withoutMarker } from "../render/marker.js";
import { harmlessTitle } from "../render/safe-title.js";
import type { Effect } from "./effect.js";
import { asksModel } from "./effect-table.js";
import type { PendingComment } from "./factory-state.js";
import { postedKeys } from "./posted-keys.js";
import type { Situation } from "./situation.js";

/**
 * The pending effects, derived from state and observation alone. What a crash left undone is derived again, and what
 * GitHub already shows is not. While paused, only comments are pending.
 */
export function deriveEffects(situation: Situation): Effect[] {
  const paused = isPaused(situation.state);
  const actions = paused ? [] : deriveActions(situation);
  const status = statusOf(situation, actions);
  const said = afterReviews(situation.state, sayings(situation, status), actions);
  return [...said, ...keepStatus(situation, status)];
}

function deriveActions(situation: Situation): readonly Effect[] {
  return withoutHeldMerges(
    situation,
    unlessAtCheckpoint(situation, [
      ...draft(situation),
      ...specProposal(situation),
      ...mergeSpec(situation),
      ...taskProposals(situation),
      ...closeAborted(situation),
      ...workEffects(situation),
      ...changeEffects(situation),
      ...baselineEffects(situation),
      ...releaseEffects(situation),
      ...deprecationEffects(situation),
      ...decisionEffects(situation),
      ...undoEffects(situation),
      ...sealEffects(situation),
      ...removeDuplicates(situation.observed),
    ]),
  );
}

/** While a checkpoint is open, no model is asked. Jobs that already run may finish. */
function unlessAtCheckpoint({ state }: Situation, effects: readonly Effect[]): readonly Effect[] {
  if (state.checkpoint.open === null) return effects;
  return effects.filter((effect) => !asksModel(effect));
}

/**
 * Comments that are not posted yet, each after a reaction to the command it answers. While paused, only answers are
 * posted.
 */
function sayings(situation: Situation, status: string): Effect[] {
  const { state, observed } = situation;
  const said = postedKeys(observed);
  const isSaidNow = ({ answers, acknowledges }: PendingComment) =>
    !isPaused(state) || answers !== null || acknowledges === true;
  const comments = state.inbox.pending
    .filter((saying) => !said.has(saying.key) && isSaidNow(saying))
    .flatMap((saying): Effect[] => [
      ...(saying.answers === null
        ? []
        : [
            {
              kind: "react",
              key: `${saying.key}:reaction`,
              comment: saying.answers.comment,
              content: saying.answers.accepted ? "+1" : "confused",
            } as const,
          ]),
      ...(saying.quiet === true ? [] : [comment(saying, status)]),
    ]);
  return [...comments, ...lastWordEffects(situation, isSaidNow)];
}

function comment({ key, issue, body, thread, shows_status }: PendingComment, status: string): Effect {
  const shown = shows_status === true ? `\n\n${withoutMarker(status)}` : "";
  const keyed = { key, issue, body: `${hiddenMarker(key)}\n${body}${shown}` };
  return thread === undefined ? { kind: "say", ...keyed } : { kind: "reply", thread, ...keyed };
}

function draft({ state, observed }: Situation): Effect[] {
  if (state.product?.phase !== "drafting") return [];
  const { round } = state.product;
  const key = `draft-${state.request.issue}-${round.number}`;
  return [{ kind: "draft-spec", key, base: observed.defaultHead, round, request: state.request }];
}

/** The approved spec is merged by its own pull request, so that protected branches stay protected. */
function mergeSpec({ state, observed, config, draft }: Situation): Effect[] {
  const { product } = state;
  if (product?.phase !== "approved" || state.project !== null) return [];
  const pull = observed.pulls.find(({ number }) => number === product.pull_request);
  if (pull === undefined || pull.state !== "open" || pull.leftQueue !== null || draft === null) return [];
  return [
    mergeOwn(pull, config, {
      files: specFiles(draft),
      title: `factory: spec for ${harmlessTitle(draft.title)}`,
      message: `Approved by ${product.approved_by}.`,
    }),
  ];
}

function statusOf(situation: Situation, actions: readonly Effect[]): string {
  const waiting = [...waitingFor(situation), ...modelWaits(situation.state, actions)];
  return statusComment(situation.state, waiting, progressFacts(situation));
}

function keepStatus({ state, observed }: Situation, body: string): Effect[] {
  const { issue } = state.request;
  const stands = firstOf(observed.stickies, { key: STATUS_KEY, issue })?.body === body;
  return stands ? [] : [{ kind: "keep-comment", key: STATUS_KEY, issue, body }];
}
