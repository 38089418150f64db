import type { Effect } from "../engine/effects/effect.js";
import { cutLine, cutMarkdown, cutText } from "./cut.js";
import { BODY_LIMIT } from "./fit.js";
import { hiddenMarker, markerIn } from "./marker.js";

/** GitHub's limits on names (decisions.md#github-limits). Check runs have their own, kept where they are written. */
const TITLE_LIMIT = 256;
const LABEL_NAME_LIMIT = 50;
const LABEL_DESCRIPTION_LIMIT = 100;
/** GitHub documents no limit of a commit's message; the key must fit after it. */
const MESSAGE_LIMIT = BODY_LIMIT - 1_000;

/**
 * The same effect within GitHub's limits. Renderers fit their texts, with the controls first; this is the last bound,
 * so that GitHub never refuses a write for its length. A cut is marked.
 */
export function boundEffect<E extends Effect>(effect: E): E;
export function boundEffect(effect: Effect): Effect {
  switch (effect.kind) {
    case "say":
    case "reply":
    case "keep-comment":
      return { ...effect, body: keyedBody(effect) };
    case "post-review": {
      const comments = effect.comments.map((comment) => ({ ...comment, body: cutMarkdown(comment.body, BODY_LIMIT) }));
      return { ...effect, body: keyedBody(effect), comments };
    }
    case "propose-files":
      return {
        ...effect,
        title: cutLine(effect.title, TITLE_LIMIT),
        body: keyedBody(effect),
        commitMessage: cutText(effect.commitMessage, MESSAGE_LIMIT),
      };
    case "commit-files":
    case "restore-tree":
    case "put-back-files":
      return { ...effect, message: cutText(effect.message, MESSAGE_LIMIT) };
    case "merge-pull-request":
      return { ...effect, title: cutLine(effect.title, TITLE_LIMIT), message: cutText(effect.message, BODY_LIMIT) };
    case "publish-release":
      return { ...effect, name: cutLine(effect.name, TITLE_LIMIT), notes: cutMarkdown(effect.notes, BODY_LIMIT) };
    case "create-labels": {
      const labels = effect.labels.map((label) => ({
        ...label,
        name: cutLine(label.name, LABEL_NAME_LIMIT),
        description: cutLine(label.description, LABEL_DESCRIPTION_LIMIT),
      }));
      return { ...effect, labels };
    }
    default:
      return effect;
  }
}

/** The key may be put in front, and must fit, too. */
function keyedBody({ key, body }: { readonly key: string; readonly body: string }): string {
  const room = markerIn(body) === key ? BODY_LIMIT : BODY_LIMIT - hiddenMarker(key).length - 1;
  return cutMarkdown(body, room);
}
