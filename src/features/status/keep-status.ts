import type { Effect } from "../../engine/effects/effect.js";
import type { Situation } from "../../engine/situation.js";
import { firstOf } from "../inbox/remove-duplicates.js";
import { modelWaits } from "../questions/model-waits.js";
import { progressFacts } from "./progress-facts.js";
import { STATUS_KEY, statusComment } from "./status-comment.js";
import { waitingFor } from "./waits.js";

export function statusText(situation: Situation, effects: readonly Effect[]): string {
  const waiting = [...waitingFor(situation), ...modelWaits(situation.state, effects)];
  return statusComment(situation.state, waiting, progressFacts(situation));
}

/** What is done, and last of all the status comment, where it does not say this yet. */
export function withStatus(situation: Situation, effects: readonly Effect[]): readonly Effect[] {
  const { state, observed } = situation;
  const { issue } = state.request;
  const body = statusText(situation, effects);
  const stands = firstOf(observed.stickies, { key: STATUS_KEY, issue })?.body === body;
  return stands ? effects : [...effects, { kind: "keep-comment", key: STATUS_KEY, issue, body }];
}
