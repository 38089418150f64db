import type { TaskId } from "../../domain/ids.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { TaskWork } from "../modules/task-work.js";
import { isForStrangers } from "./strangers.js";

/** The task of this pull request. */
export function taskIn({ project }: Pick<FactoryState, "project">, pull: number): TaskId | undefined {
  return Object.entries(project?.tasks ?? {}).find(([, { pull_request }]) => pull_request === pull)?.[0];
}

/**
 * A person who decides about a task that halted at its limit lets it speak again: it gets as many comments as a task may have. So whoever may
 * decide can always resume it, whoever used them up (decisions.md#caps).
 */
export function allowedAnew(state: FactoryState, event: FactoryEvent): FactoryState {
  if (event.kind !== "project-updated" || event.event.kind !== "escalation-resolved") return state;
  if (event.event.comments_anew !== true) return state;
  const { task_id } = event.event;
  const { written, ...rest } = state;
  const others = Object.entries(written ?? {}).filter(([task]) => task !== task_id);
  return others.length === 0 ? rest : { ...rest, written: Object.fromEntries(others) };
}

/**
 * Counts the comments and reviews for each task in the state. They are counted when they are decided, so that the
 * number is the same on every replica and after a crash.
 */
export function countWritten(before: FactoryState, after: FactoryState): FactoryState {
  const fresh = [...newComments(before, after), ...newReviews(before, after)];
  if (fresh.length === 0) return after;
  const written = { ...after.written };
  for (const task of fresh) written[task] = (written[task] ?? 0) + 1;
  return { ...after, written };
}

function newComments(before: FactoryState, after: FactoryState): TaskId[] {
  if (after.inbox.pending === before.inbox.pending) return [];
  const known = new Set(before.inbox.pending.map(({ key }) => key));
  return after.inbox.pending
    .filter(({ key, quiet }) => quiet !== true && !known.has(key) && !isForStrangers(key))
    .flatMap(({ issue }) => taskIn(after, issue) ?? []);
}

function newReviews(before: FactoryState, after: FactoryState): TaskId[] {
  if (after.work === before.work) return [];
  return Object.entries(after.work).flatMap(([task, work]) => {
    const earlier = before.work[task];
    // Work that was restarted has no verdicts yet; the earlier ones still count.
    const more = earlier === work ? 0 : verdicts(work) - (earlier === undefined ? 0 : verdicts(earlier));
    return Array.from({ length: Math.max(0, more) }, () => task);
  });
}

function verdicts({ modules }: TaskWork): number {
  return modules.reduce((sum, { trail }) => sum + trail.challenges.length + trail.adjudications.length, 0);
}
