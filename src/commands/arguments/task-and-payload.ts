import type { z } from "zod";
import type { TaskId } from "../../domain/ids.js";
import { accept, type Outcome } from "../../domain/refusal.js";
import type { CommandInput } from "../define-command.js";
import { type TaskAndFlag, takeTaskAndFlag } from "./take-flag.js";
import { type PayloadShape, takePayload } from "./take-payload.js";
import { takeTask } from "./take-task.js";

/** The parts of a structured resolution. */
export type TaskAndPayload<P> = { readonly task_id: TaskId | null; readonly payload: P; readonly flagged: boolean };

/** Reads `/factory <verb> [task]`, an optional flag, and its block. The comment in a refusal keeps what was written. */
export function taskAndPayload<S extends z.ZodType>(
  verb: string,
  shape: PayloadShape<S>,
  { text, payload }: CommandInput,
  flag?: string,
): Outcome<TaskAndPayload<z.output<S>>> {
  const task = flag === undefined ? withoutFlag(text) : takeTaskAndFlag(text, flag);
  if (!task.ok) return task;
  const { task_id, given: flagged, rest } = task.value;
  const command = [`/factory ${verb}`, ...(task_id === null ? [] : [task_id]), ...(flagged ? [`--${flag}`] : [])];
  const read = takePayload(shape, { command: command.join(" "), words: rest, payload });
  return read.ok ? accept({ task_id, payload: read.value, flagged }) : read;
}

function withoutFlag(text: string): Outcome<TaskAndFlag> {
  const task = takeTask(text);
  return task.ok ? accept({ ...task.value, given: false }) : task;
}
