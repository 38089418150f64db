import type { z } from "zod";
import type { TaskId } from "../domain/ids.js";
import { accept, type Outcome } from "../domain/refusal.js";
import type { CommandInput } from "./define-command.js";
import { type PayloadShape, takePayload } from "./take-payload.js";
import { takeTask } from "./take-task.js";
import type { Verb } from "./verb.js";

/** The two things a structured resolution is made of. */
export type TaskAndPayload<P> = { readonly task_id: TaskId | null; readonly payload: P };

/** Reads `/factory <verb> [task]` with its block; a task id that was written is kept in the comment a refusal offers. */
export function taskAndPayload<S extends z.ZodType>(
  verb: Verb,
  shape: PayloadShape<S>,
  { text, payload }: CommandInput,
): Outcome<TaskAndPayload<z.output<S>>> {
  const task = takeTask(text);
  if (!task.ok) return task;
  const { task_id, rest } = task.value;
  const command = task_id === null ? `/factory ${verb}` : `/factory ${verb} ${task_id}`;
  const read = takePayload(shape, { command, words: rest, payload });
  return read.ok ? accept({ task_id, payload: read.value }) : read;
}
