import { NEW_WORK, type TaskWork } from "../../modules/task-work.js";
import type { ProjectEvent } from "../../tasks/board/project-event.js";
import type { TakenBack } from "./undo-state.js";

type Work = Readonly<Record<string, TaskWork>>;

/**
 * The work after a revert was merged: the task's own is halted and empty, that of tasks reverted along waits to be
 * restarted, and work in progress that depends on them is removed, so that its answers are stale.
 */
export function reopenedWork(
  work: Work,
  event: Extract<ProjectEvent, { kind: "task-taken-back" }>,
  setBack: ReadonlySet<string>,
): Record<string, TaskWork> {
  const { task_id, by, merge_sha, pull_request, escalation_ref, taken } = event;
  const reopened = taken.map((one): [string, TaskWork] => [one.task_id, numbered(one)]);
  const started = Object.entries(work)
    .filter(([id]) => setBack.has(id))
    .map(([id, before]): [string, TaskWork] => [id, numbered(before)]);
  const next = { ...work, ...Object.fromEntries(started), ...Object.fromEntries(reopened) };
  const own = next[task_id] ?? NEW_WORK;
  const cause = { kind: "taken-back", by, merge_sha, pull_request } as const;
  return { ...next, [task_id]: { ...own, stage: { stage: "halted", escalation: escalation_ref, cause } } };
}

function numbered({ attempt, questions, asked }: Pick<TakenBack, "attempt" | "questions" | "asked">): TaskWork {
  return { ...NEW_WORK, attempt, questions, asked };
}
