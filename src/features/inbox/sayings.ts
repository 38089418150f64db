import type { Effect } from "../../engine/effects/effect.js";
import type { Situation } from "../../engine/situation.js";
import { hiddenMarker, withoutMarker } from "../../render/marker.js";
import { isPaused } from "../pause/is-paused.js";
import { statusText } from "../status/keep-status.js";
import { afterReviews } from "./after-reviews.js";
import { lastWordEffects } from "./last-word-effects.js";
import type { PendingComment } from "./pending-comment.js";
import { postedKeys } from "./posted-keys.js";

/** What is done, with the answers and notes that do not stand in the conversation yet. */
export function withSayings(situation: Situation, actions: readonly Effect[]): readonly Effect[] {
  return afterReviews(situation.state, sayings(situation, actions), actions);
}

/** Each is acknowledged by a reaction first. Paused: only answers. */
function sayings(situation: Situation, actions: readonly Effect[]): Effect[] {
  const { state, observed } = situation;
  const said = postedKeys(observed);
  const isSaidNow = ({ answers, acknowledges }: PendingComment) =>
    !isPaused(state) || answers !== null || acknowledges === true;
  const comments = state.inbox.pending
    .filter((saying) => !said.has(saying.key) && isSaidNow(saying))
    .flatMap((saying): Effect[] => [
      ...reaction(saying),
      ...(saying.quiet === true ? [] : [comment(saying, () => statusText(situation, actions))]),
    ]);
  return [...comments, ...lastWordEffects(situation, isSaidNow)];
}

function reaction({ key, answers }: PendingComment): Effect[] {
  if (answers === null) return [];
  const content = answers.accepted ? "+1" : "confused";
  return [{ kind: "react", key: `${key}:reaction`, comment: answers.comment, content }];
}

function comment({ key, issue, body, thread, shows_status }: PendingComment, status: () => string): Effect {
  const shown = shows_status === true ? `\n\n${withoutMarker(status())}` : "";
  const keyed = { key, issue, body: `${hiddenMarker(key)}\n${body}${shown}` };
  return thread === undefined ? { kind: "say", ...keyed } : { kind: "reply", thread, ...keyed };
}
