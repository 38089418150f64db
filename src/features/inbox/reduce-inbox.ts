import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState, Inbox, PendingComment } from "../../engine/factory-state.js";

type CommentRead = Extract<FactoryEvent, { kind: "comment-read" }>;

/** Moves the cursor to a comment that has been read and notes the answer it is owed, if any. */
export function readComment(inbox: Inbox, { comment, updated_at, answer }: CommentRead): Inbox {
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

/** Something the loop has to say by itself, to whom it concerns. */
export function addNote(state: FactoryState, note: PendingComment): FactoryState {
  return { ...state, inbox: { ...state.inbox, pending: [...state.inbox.pending, note] } };
}

/** Answered once: a key that has been noted before is not owed again. */
export function noteManualChange(state: FactoryState, note: PendingComment): FactoryState {
  if (state.noted.includes(note.key)) return state;
  return {
    ...state,
    noted: [...state.noted, note.key],
    inbox: { ...state.inbox, pending: [...state.inbox.pending, note] },
  };
}
