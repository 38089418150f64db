import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import type { Heard } from "../halts/decision-state.js";

/** A note about a manual change: where it is posted, and the key by which it is posted once. */
export type Note = {
  readonly key: string;
  readonly issue: number;
  readonly body: string;
  /** The review thread for the note. */
  readonly thread?: number;
};

/** The note as an event, unless it was noted before. */
export function noteOnce({ state, now }: Pick<Situation, "state" | "now">, note: Note, heard?: Heard): FactoryEvent[] {
  if (state.noted.includes(note.key)) return [];
  const counted = heard === undefined ? {} : { heard };
  return [{ kind: "manual-change-detected", at: now, note: { ...note, answers: null }, ...counted }];
}
