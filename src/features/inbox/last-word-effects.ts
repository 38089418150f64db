import type { Effect } from "../../engine/effects/effect.js";
import type { Situation } from "../../engine/situation.js";
import { lastWord, lastWordKey } from "./last-word.js";
import type { PendingComment } from "./pending-comment.js";
import { postedKeys } from "./posted-keys.js";

/**
 * One comment, kept up to date, for each task that has reached its limit of comments: it says so, and has the answers
 * to later commands. An edit notifies nobody, so a bot that answers every comment is not triggered.
 */
export function lastWordEffects(
  { state, observed }: Situation,
  isSaidNow: (saying: PendingComment) => boolean,
): Effect[] {
  const said = postedKeys(observed);
  const quiet = state.inbox.pending.filter((saying) => saying.quiet === true && isSaidNow(saying));
  const places = new Set(quiet.filter(({ key }) => !said.has(key)).map(({ issue }) => issue));
  return [...places].map((issue) => {
    const sayings = quiet.filter((saying) => saying.issue === issue);
    const body = lastWord({ issue, request: state.request.issue, sayings });
    return { kind: "keep-comment", key: lastWordKey(issue), issue, body };
  });
}
