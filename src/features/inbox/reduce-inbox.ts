import { accept, type Outcome } from "../../domain/refusal.js";
import type { EventOf } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { heardLately } from "../halts/reduce-decisions.js";
import type { Inbox } from "./inbox.js";
import type { PendingComment } from "./pending-comment.js";
import { isForStrangers, noteForStrangers } from "./strangers.js";

type CommentRead = EventOf<"comment-read">;

/** A comment was read. Who gave a command in it is remembered for an hour. */
export function haveRead(state: FactoryState, event: CommentRead): Outcome<FactoryState> {
  const { by, updated_at: at, answer } = event;
  const heard = [...heardLately(state.heard, at), ...(by === undefined ? [] : [{ by, at }])];
  const isNoted = answer !== null && isForStrangers(answer.key);
  const noted = isNoted ? noteForStrangers(state.noted, answer.key) : state.noted;
  return accept({ ...state, inbox: readComment(state.inbox, event), heard, noted });
}

/** Moves the cursor to a comment and adds its answer, if any, to the pending comments. */
function readComment(inbox: Inbox, { comment, updated_at, answer }: CommentRead): Inbox {
  const later = updated_at > inbox.since;
  return {
    since: later ? updated_at : inbox.since,
    seen: later ? [comment] : [...new Set([...inbox.seen, comment])],
    pending: answer === null ? inbox.pending : [...inbox.pending, answer],
  };
}

export function haveSaid(inbox: Inbox, key: string): Inbox {
  return { ...inbox, pending: inbox.pending.filter((saying) => saying.key !== key) };
}

/** Adds a comment that answers no command. */
export function addNote(state: FactoryState, note: PendingComment): FactoryState {
  return { ...state, inbox: { ...state.inbox, pending: [...state.inbox.pending, note] } };
}

/** Adds a note once per key. */
export function noteManualChange(state: FactoryState, note: PendingComment): FactoryState {
  if (state.noted.includes(note.key)) return state;
  return {
    ...state,
    noted: [...state.noted, note.key],
    inbox: { ...state.inbox, pending: [...state.inbox.pending, note] },
  };
}
