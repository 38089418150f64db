import type { Effect } from "../domain/factory/effect.js";
import type { OwedSaying } from "../domain/factory/factory-state.js";
import { isPaused } from "../domain/factory/is-paused.js";
import { harmlessTitle } from "../render/harmless-title.js";
import { hiddenMarker, withoutMarker } from "../render/marker.js";
import { STATUS_KEY, statusComment } from "../render/status-comment.js";
import { oweBaseline } from "./baseline/owe-baseline.js";
import { oweChanges } from "./changes/owe-changes.js";
import { closeAborted } from "./close-aborted.js";
import { oweDecisions } from "./decisions/owe-decisions.js";
import { oweDeprecations } from "./deprecation/deprecation-proposal.js";
import { mergeOwn } from "./merge-own.js";
import { modelWaits } from "./model-waits.js";
import { progressFacts } from "./progress-facts.js";
import { oweRelease } from "./release/owe-release.js";
import { firstOf, removeTwins } from "./remove-twins.js";
import { oweSeals } from "./seals/owe-seals.js";
import type { Situation } from "./situation.js";
import { specFiles, specProposal } from "./spec-proposal.js";
import { standing } from "./standing.js";
import { taskProposals } from "./task-proposal.js";
import { withoutHeldMerges } from "./undo/hold-back.js";
import { oweUndos } from "./undo/undo-proposal.js";
import { waitingFor } from "./waiting.js";
import { afterReviews } from "./words/after-reviews.js";
import { oweLastWords } from "./words/owe-last-word.js";
import { oweWork } from "./work/owe-work.js";

/**
 * What is owed to the world, derived from state and observation alone: what a crash left undone is owed again, and what
 * stands already is not. Paused means nothing but the words that say so.
 */
export function owe(situation: Situation): Effect[] {
  const paused = isPaused(situation.state);
  const deeds = paused ? [] : oweDeeds(situation);
  const status = statusOf(situation, deeds);
  const said = afterReviews(situation.state, sayings(situation, status), deeds);
  return [...said, ...keepStatus(situation, status)];
}

function oweDeeds(situation: Situation): readonly Effect[] {
  return withoutHeldMerges(
    situation,
    unlessAtCheckpoint(situation, [
      ...draft(situation),
      ...specProposal(situation),
      ...mergeSpec(situation),
      ...taskProposals(situation),
      ...closeAborted(situation),
      ...oweWork(situation),
      ...oweChanges(situation),
      ...oweBaseline(situation),
      ...oweRelease(situation),
      ...oweDeprecations(situation),
      ...oweDecisions(situation),
      ...oweUndos(situation),
      ...oweSeals(situation),
      ...removeTwins(situation.observed),
    ]),
  );
}

/** While a checkpoint is open no model is asked; what is under way ends. */
function unlessAtCheckpoint({ state }: Situation, effects: readonly Effect[]): readonly Effect[] {
  if (state.checkpoint.open === null) return effects;
  return effects.filter(({ kind }) => !["ask-role", "draft-spec", "debate-contract"].includes(kind));
}

/** Answers and notes that do not stand in the conversation yet, each acknowledged by a reaction first. Paused: only answers. */
function sayings(situation: Situation, status: string): Effect[] {
  const { state, observed } = situation;
  const said = standing(observed);
  const isSaidNow = ({ answers, acknowledges }: OwedSaying) =>
    !isPaused(state) || answers !== null || acknowledges === true;
  const comments = state.inbox.owed
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
  return [...comments, ...oweLastWords(situation, isSaidNow)];
}

function comment({ key, issue, body, thread, shows_status }: OwedSaying, status: string): Effect {
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

/** The approved spec goes to the default branch by its own pull request: protected branches stay protected. */
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

function statusOf(situation: Situation, deeds: readonly Effect[]): string {
  const waiting = [...waitingFor(situation), ...modelWaits(situation.state, deeds)];
  return statusComment(situation.state, waiting, progressFacts(situation));
}

function keepStatus({ state, observed }: Situation, body: string): Effect[] {
  const { issue } = state.request;
  const stands = firstOf(observed.stickies, { key: STATUS_KEY, issue })?.body === body;
  return stands ? [] : [{ kind: "keep-comment", key: STATUS_KEY, issue, body }];
}
