import type { TaskId } from "../../domain/ids.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { Situation } from "../../engine/situation.js";
import { taskIn } from "./count-written.js";
import type { PendingComment } from "./pending-comment.js";

type Limited = Pick<Situation, "state" | "config">;

/** Whether a task has reached its limit of comments and reviews (decisions.md#caps). */
export function commentLimitReached(limited: Limited, task: TaskId): boolean {
  return writtenFor(limited.state, task) >= limited.config.budgets.max_comments_per_task;
}

export function writtenFor({ written }: FactoryState, task: TaskId): number {
  return written?.[task] ?? 0;
}

/**
 * The same event, with comments beyond the limit of their task marked as quiet. Cards that ask a person are never
 * quiet; the work that leads to them is stopped instead.
 */
export function applyCommentLimit(limited: Limited, event: FactoryEvent): FactoryEvent {
  switch (event.kind) {
    case "comment-read":
      return event.answer === null ? event : { ...event, answer: withinLimit(limited, event.answer) };
    case "manual-change-detected":
      return { ...event, note: withinLimit(limited, event.note) };
    case "person-asked":
      return event.note.acknowledges === true ? { ...event, note: withinLimit(limited, event.note) } : event;
    case "remarks-answered":
      return { ...event, notes: event.notes.map((note, index) => withinLimit(limited, note, index)) };
    default:
      return event;
  }
}

/** `ahead`: how many comments the same event has before it. */
function withinLimit({ state, config }: Limited, saying: PendingComment, ahead = 0): PendingComment {
  const task = taskIn(state, saying.issue);
  if (task === undefined) return saying;
  const isOver = writtenFor(state, task) + ahead >= config.budgets.max_comments_per_task;
  return isOver ? { ...saying, quiet: true } : saying;
}
