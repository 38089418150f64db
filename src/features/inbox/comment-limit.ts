import type { TaskId } from "../../domain/ids.js";
import type { Intent } from "../../engine/event.js";
import type { FactoryState, OwedSaying } from "../../engine/factory-state.js";
import type { Situation } from "../../engine/situation.js";
import { taskIn } from "./count-written.js";

type Limited = Pick<Situation, "state" | "config">;

/** Whether a task has had all the comments and reviews that it may have (decisions.md#caps). */
export function isQuiet(limited: Limited, task: TaskId): boolean {
  return writtenFor(limited.state, task) >= limited.config.budgets.max_comments_per_task;
}

export function writtenFor({ written }: FactoryState, task: TaskId): number {
  return written?.[task] ?? 0;
}

/**
 * The same, but what it would say about a task that has had its share is said quietly. Cards that ask a person are not
 * held back: what is asked must be readable, and what leads to them is stopped instead.
 */
export function quieten(limited: Limited, intent: Intent): Intent {
  switch (intent.kind) {
    case "comment-read":
      return intent.answer === null ? intent : { ...intent, answer: hushed(limited, intent.answer) };
    case "hand-noticed":
      return { ...intent, note: hushed(limited, intent.note) };
    case "person-asked":
      return intent.note.acknowledges === true ? { ...intent, note: hushed(limited, intent.note) } : intent;
    case "remarks-answered":
      return { ...intent, notes: intent.notes.map((note, index) => hushed(limited, note, index)) };
    default:
      return intent;
  }
}

/** `ahead`: how many the same intent says before it. */
function hushed({ state, config }: Limited, saying: OwedSaying, ahead = 0): OwedSaying {
  const task = taskIn(state, saying.issue);
  if (task === undefined) return saying;
  const isOver = writtenFor(state, task) + ahead >= config.budgets.max_comments_per_task;
  return isOver ? { ...saying, quiet: true } : saying;
}
