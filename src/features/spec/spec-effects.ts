import type { Effect } from "../../engine/effects/effect.js";
import type { Situation } from "../../engine/situation.js";
import { harmlessTitle } from "../../render/safe-title.js";
import { storedLedger } from "../ledger/stored-ledger.js";
import { mergeOwn } from "../merging/merge-own.js";
import { draftOf } from "./draft-of.js";
import { specFiles, specProposal } from "./spec-proposal.js";

/** What is wanted until the spec is on the default branch: its draft, its pull request, its merge. */
export function specEffects(situation: Situation): Effect[] {
  return [...draft(situation), ...specProposal(situation), ...mergeSpec(situation)];
}

function draft({ state, observed }: Situation): Effect[] {
  if (state.product?.phase !== "drafting") return [];
  const { round } = state.product;
  const key = `draft-${state.request.issue}-${round.number}`;
  return [{ kind: "draft-spec", key, base: observed.defaultHead, round, request: state.request }];
}

/** The approved spec goes to the default branch by its own pull request: protected branches stay protected. */
function mergeSpec(situation: Situation): Effect[] {
  const { state, observed, config } = situation;
  const { product } = state;
  if (product?.phase !== "approved" || state.project !== null) return [];
  const pull = observed.pulls.find(({ number }) => number === product.pull_request);
  if (pull === undefined || pull.state !== "open" || pull.leftQueue !== null) return [];
  const draft = draftOf(situation);
  if (draft === null) return [];
  return [
    mergeOwn(pull, config, {
      files: specFiles(draft, storedLedger(situation, draft)),
      title: `factory: spec for ${harmlessTitle(draft.title)}`,
      message: `Approved by ${product.approved_by}.`,
    }),
  ];
}
