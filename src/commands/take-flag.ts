import type { TaskId } from "../domain/ids.js";
import { accept, type Outcome } from "../domain/refusal.js";
import { takeTask } from "./take-task.js";

/** A command's task, whether its flag was given, and the words that follow both. */
export type TaskAndFlag = { readonly task_id: TaskId | null; readonly given: boolean; readonly rest: string };

/** Takes `--name` off the front of a person's words, before or behind the task; anywhere else it is one of them. */
export function takeTaskAndFlag(text: string, name: string): Outcome<TaskAndFlag> {
  const before = takeFlag(text.trimStart(), name);
  const task = takeTask(before.rest);
  if (!task.ok) return task;
  const behind = takeFlag(task.value.rest, name);
  return accept({ task_id: task.value.task_id, given: before.given || behind.given, rest: behind.rest });
}

function takeFlag(text: string, name: string): { readonly given: boolean; readonly rest: string } {
  const flag = new RegExp(`^--${name}(?:\\s+|$)`);
  return { given: flag.test(text), rest: text.replace(flag, "") };
}
