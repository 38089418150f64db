import type { TaskId } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { takeTask } from "./take-task.js";

/** A command's task, whether its flag was given, and the words that follow both. */
export type TaskAndFlag = { readonly task_id: TaskId | null; readonly given: boolean; readonly rest: string };

/**
 * Takes `--name` from the start of the words, before or after the task. Elsewhere it is refused: without the flag the
 * command would do something else that cannot be undone. Many keyboards replace the two hyphens by one dash.
 */
export function takeTaskAndFlag(text: string, name: string): Outcome<TaskAndFlag> {
  const before = takeFlag(text.trimStart(), name);
  const task = takeTask(before.rest);
  if (!task.ok) return task;
  const behind = takeFlag(task.value.rest, name);
  const isMisplaced = new RegExp(`(?:^|\\s)${DASHES}${name}(?=[\\s.,;:!?]|$)`).test(behind.rest);
  if (isMisplaced) {
    const message = `\`--${name}\` stands among your words. If you mean it, write it first, right behind the command or the task; if not, leave it out or put it in backticks. Nothing was changed.`;
    return refuse("flag-misplaced", message, { flag: name });
  }
  return accept({ task_id: task.value.task_id, given: before.given || behind.given, rest: behind.rest });
}

const DASHES = "(?:--|\u2014|\u2013)";

function takeFlag(text: string, name: string): { readonly given: boolean; readonly rest: string } {
  const flag = new RegExp(`^${DASHES}${name}(?:\\s+|$)`);
  return { given: flag.test(text), rest: text.replace(flag, "") };
}
