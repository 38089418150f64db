import type { Effect } from "../../engine/effects/effect.js";
import type { Situation } from "../../engine/situation.js";
import { waitsOf } from "../../engine/waits.js";
import { firstOf } from "../inbox/remove-duplicates.js";
import { requirementsLine } from "../ledger/progress-line.js";
import { progressFacts } from "./progress-facts.js";
import { STATUS_KEY, statusComment } from "./status-comment.js";

export function statusText(situation: Situation, effects: readonly Effect[]): string {
  const facts = { ...progressFacts(situation), requirements: requirementsLine(situation) };
  return statusComment(situation.state, waitsOf({ ...situation, pending: effects }), facts, situation.calls);
}

/** What is done, and last of all the status comment, where it does not say this yet. */
export function withStatus(situation: Situation, effects: readonly Effect[]): readonly Effect[] {
  const { state, observed } = situation;
  const { issue } = state.request;
  const body = statusText(situation, effects);
  const stands = firstOf(observed.stickies, { key: STATUS_KEY, issue })?.body === body;
  return stands ? effects : [...effects, { kind: "keep-comment", key: STATUS_KEY, issue, body }];
}
