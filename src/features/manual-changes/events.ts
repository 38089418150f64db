import { event } from "../../engine/event-schema.js";
import { Heard } from "../halts/decision-state.js";
import { PendingComment } from "../inbox/pending-comment.js";

export const MANUAL_CHANGE_EVENTS = [
  /** A person changed something manually, and the App answers it. */
  event("manual-change-detected", {
    note: PendingComment,
    /** Present if it was a command in a place where none is read: it counts like one. */
    heard: Heard.optional(),
  }),
] as const;
