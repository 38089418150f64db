import { forecastCost } from "../domain/budget/forecast.js";
import type { Effect } from "../domain/factory/effect.js";
import { hiddenMarker, markerIn } from "../render/marker.js";
import { STATUS_KEY, statusComment } from "../render/status-comment.js";
import { oweBaseline } from "./baseline/owe-baseline.js";
import { closeAborted } from "./close-aborted.js";
import { oweDecisions } from "./decisions/owe-decisions.js";
import { oweDeprecations } from "./deprecation/deprecation-proposal.js";
import { oweRelease } from "./release/owe-release.js";
import { oweSeals } from "./seals/owe-seals.js";
import type { Situation } from "./situation.js";
import { specProposal } from "./spec-proposal.js";
import { taskProposals } from "./task-proposal.js";
import { waitingFor } from "./waiting.js";
import { oweWork } from "./work/owe-work.js";

/**
 * What is owed to the world, derived from state and observation alone: what a crash left undone is owed again, and what
 * stands already is not. Paused means nothing but the words that say so.
 */
export function owe(situation: Situation): Effect[] {
  const paused = situation.state.project?.status === "PAUSED";
  return [
    ...sayings(situation),
    ...(paused
      ? []
      : unlessAtCheckpoint(situation, [
          ...draft(situation),
          ...specProposal(situation),
          ...mergeSpec(situation),
          ...taskProposals(situation),
          ...closeAborted(situation),
          ...oweWork(situation),
          ...oweBaseline(situation),
          ...oweRelease(situation),
          ...oweDeprecations(situation),
          ...oweDecisions(situation),
          ...oweSeals(situation),
        ])),
    ...status(situation),
  ];
}

/** While a checkpoint is open no model is asked; what is under way ends. */
function unlessAtCheckpoint({ state }: Situation, effects: readonly Effect[]): readonly Effect[] {
  if (state.checkpoint.open === null) return effects;
  return effects.filter(({ kind }) => kind !== "ask-role" && kind !== "draft-spec");
}

/** Answers and notes that do not stand in the conversation yet, each acknowledged by a reaction first. Paused: only answers. */
function sayings({ state, observed }: Situation): Effect[] {
  const said = new Set(observed.comments.filter(({ own }) => own).map(({ body }) => markerIn(body)));
  const paused = state.project?.status === "PAUSED";
  return state.inbox.owed
    .filter(({ key, answers }) => !said.has(key) && (!paused || answers !== null))
    .flatMap(({ key, issue, body, answers }): Effect[] => [
      ...(answers === null
        ? []
        : [
            {
              kind: "react",
              key: `${key}:reaction`,
              comment: answers.comment,
              content: answers.accepted ? "+1" : "confused",
            } as const,
          ]),
      { kind: "say", key, issue, body: `${hiddenMarker(key)}\n${body}` },
    ]);
}

function draft({ state }: Situation): Effect[] {
  if (state.product?.phase !== "drafting") return [];
  const { round } = state.product;
  return [{ kind: "draft-spec", key: `draft-${state.request.issue}-${round.number}`, round, request: state.request }];
}

/** The approved spec goes to the default branch by its own pull request: protected branches stay protected. */
function mergeSpec({ state, observed, draft }: Situation): Effect[] {
  const { product } = state;
  if (product?.phase !== "approved" || state.project !== null) return [];
  const pull = observed.pulls.find(({ number }) => number === product.pull_request);
  if (pull === undefined || pull.state !== "open") return [];
  return [
    {
      kind: "merge-pull-request",
      key: `merge-${pull.number}`,
      number: pull.number,
      head: pull.head,
      title: `factory: spec for ${draft?.title ?? state.request.title}`,
      message: `Approved by ${product.approved_by}.`,
    },
  ];
}

function status(situation: Situation): Effect[] {
  const { state, observed } = situation;
  const { config } = situation;
  const tasks = Object.keys(state.project?.tasks ?? {}).length;
  const forecast_usd = forecastCost(tasks, config).usd;
  const facts = { spent_usd: state.spent.project.known_usd, forecast_usd, changed_files: [], fix_cycles: 0 };
  const body = statusComment(state, waitingFor(situation), facts);
  const { issue } = state.request;
  const stands = observed.stickies.some(
    (sticky) => sticky.key === STATUS_KEY && sticky.issue === issue && sticky.body === body,
  );
  return stands ? [] : [{ kind: "keep-comment", key: STATUS_KEY, issue, body }];
}
