import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import type { Heard } from "../halts/decision-state.js";

/** What the loop has to say about something done manually: where, and a key under which it is said once. */
export type Note = {
  readonly key: string;
  readonly issue: number;
  readonly body: string;
  /** The review thread it is said in. */
  readonly thread?: number;
};

/** The note as an event, unless it was made before. */
export function noteOnce({ state, now }: Pick<Situation, "state" | "now">, note: Note, heard?: Heard): FactoryEvent[] {
  if (state.noted.includes(note.key)) return [];
  const counted = heard === undefined ? {} : { heard };
  return [{ kind: "manual-change-detected", at: now, note: { ...note, answers: null }, ...counted }];
}
