import { z } from "zod";
import { NotesToPeople } from "../../domain/debate/notes-to-people.js";
import { ModuleRef, TaskId } from "../../domain/ids.js";
import type { Part } from "../../render/fit.js";
import { plainLine } from "../../render/plain-text.js";
import type { TaskEvent } from "../modules/task-event.js";

/** A note of a reviewer to people. It outlives the work that it is about. */
export const ReviewerNote = z.strictObject({
  task_id: TaskId,
  module_ref: ModuleRef,
  by: z.enum(["Challenger", "Arbiter"]),
  note: NotesToPeople.element,
});
export type ReviewerNote = z.infer<typeof ReviewerNote>;

/** The most that is kept, newest last: the state is read at every step. */
const MOST = 50;

/** Keeps the notes of a verdict. The same words about the same module are kept once, whoever says them again. */
export function withNotes(
  before: readonly ReviewerNote[] | undefined,
  task_id: TaskId,
  event: TaskEvent,
): { readonly reviewer_notes?: ReviewerNote[] } {
  const all = [...(before ?? [])];
  for (const added of notesOf(task_id, event)) {
    if (!all.some(({ module_ref, note }) => module_ref === added.module_ref && note === added.note)) all.push(added);
  }
  return all.length === 0 ? {} : { reviewer_notes: all.slice(-MOST) };
}

function notesOf(task_id: TaskId, event: TaskEvent): ReviewerNote[] {
  if (event.kind === "module-challenged") {
    const { notes = [], bound_to } = event.challenge;
    return notes.map((note) => ({ task_id, module_ref: bound_to.module_ref, by: "Challenger", note }));
  }
  if (event.kind === "module-adjudicated") {
    const { notes = [], bound_to } = event.adjudication;
    return notes.map((note) => ({ task_id, module_ref: bound_to.module_ref, by: "Arbiter", note }));
  }
  return [];
}

/** The notes in the status comment and in the release notes. */
export function reviewerNotesPart(notes: readonly ReviewerNote[] = []): Part[] {
  if (notes.length === 0) return [];
  const items = notes.map(({ module_ref, by, note }) => `- ${module_ref}, the ${by}: ${plainLine(note)}`);
  return [
    {
      text: ["**Notes of the reviewers.** They block nothing.", "", ...items].join("\n"),
      whenLeftOut: `_${notes.length} notes of the reviewers did not fit here; each is in its review._`,
    },
  ];
}

/** The same in the review itself. */
export function ownNotesPart(notes: readonly string[] = []): Part[] {
  if (notes.length === 0) return [];
  return [
    {
      text: ["**Notes to people.** They block nothing.", "", ...notes.map((note) => `- ${plainLine(note)}`)].join("\n"),
      whenLeftOut: "_Notes to people did not fit here; they are in the record._",
    },
  ];
}
