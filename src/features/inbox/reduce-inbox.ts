import type { Intent } from "../../engine/event.js";
import type { FactoryState, Inbox, OwedSaying } from "../../engine/factory-state.js";

type CommentRead = Extract<Intent, { kind: "comment-read" }>;

/** Moves the cursor to a comment that has been read and notes the answer it is owed, if any. */
export function readComment(inbox: Inbox, { comment, updated_at, answer }: CommentRead): Inbox {
  const later = updated_at > inbox.since;
  return {
    since: later ? updated_at : inbox.since,
    seen: later ? [comment] : [...new Set([...inbox.seen, comment])],
    owed: answer === null ? inbox.owed : [...inbox.owed, answer],
  };
}

export function haveSaid(inbox: Inbox, key: string): Inbox {
  return { ...inbox, owed: inbox.owed.filter((saying) => saying.key !== key) };
}

/** Something the loop has to say by itself, to whom it concerns. */
export function oweNote(state: FactoryState, note: OwedSaying): FactoryState {
  return { ...state, inbox: { ...state.inbox, owed: [...state.inbox.owed, note] } };
}

/** Answered once: a key that has been noted before is not owed again. */
export function noteByHand(state: FactoryState, note: OwedSaying): FactoryState {
  if (state.noted.includes(note.key)) return state;
  return {
    ...state,
    noted: [...state.noted, note.key],
    inbox: { ...state.inbox, owed: [...state.inbox.owed, note] },
  };
}
