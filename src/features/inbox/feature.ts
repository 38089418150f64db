import { accept } from "../../domain/refusal.js";
import type { Feature } from "../../engine/feature.js";
import { help } from "./commands/help.js";
import { applyCommentLimit } from "./comment-limit.js";
import { allowedAnew, countWritten } from "./count-written.js";
import { detectComments } from "./detect-comments.js";
import { detectPaused } from "./detect-paused.js";
import { haveBeenSaid } from "./posted-keys.js";
import { haveRead, haveSaid } from "./reduce-inbox.js";
import { removeDuplicates } from "./remove-duplicates.js";
import { withSayings } from "./sayings.js";

/** Comments are read, and answers and notes are written. */
export const inbox: Feature = {
  name: "inbox",
  commands: () => [help],
  observes: ({ state }) => (state === null ? {} : { commentsSince: state.inbox.since, commentsRead: state.inbox.seen }),
  detect: detectComments,
  detectPaused,
  limit: applyCommentLimit,
  alongside: haveBeenSaid,
  effects: ({ observed }) => removeDuplicates(observed),
  speak: withSayings,
  reduce: {
    "comment-read": haveRead,
    said: (state, { key }) => accept({ ...state, inbox: haveSaid(state.inbox, key) }),
  },
  follow: ({ before, after }, event) => countWritten(before, allowedAnew(after, event)),
};
