import type { Sha } from "../../domain/ids.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { StateFiles } from "../../engine/state-files.js";
import type { Wait } from "../../engine/wait.js";
import { type ChangedFiles, changedSoFar } from "../../features/checkpoints/changed-files.js";
import type { TaskStatus } from "../../features/tasks/board/project-state.js";
import { compareRank } from "../../features/tasks/board/task-order.js";
import { statusWaits } from "./status-waits.js";

/** The status of a product, for programs. */
export type StatusReport = {
  readonly commit: Sha;
  readonly repository_id: number;
  readonly updated_at: string;
  readonly request: FactoryState["request"];
  readonly product: FactoryState["product"];
  /** Present while the request is paused and no project exists yet. */
  readonly paused_since?: string;
  readonly project: null | {
    readonly project_id: string;
    readonly status: string;
    readonly counts: Readonly<Record<TaskStatus, number>>;
    readonly tasks: readonly {
      readonly task_id: string;
      readonly title: string;
      readonly status: TaskStatus;
      readonly pull_request: number | null;
      readonly reason: string | null;
      /** The dependencies of a task that has not started, as far as they have not shipped. */
      readonly waits_for: readonly string[];
    }[];
  };
  /** The tag of the release; null before it. */
  readonly released_as: string | null;
  /** Who must act, on what, since when, and which commands help. */
  readonly waiting: readonly Wait[];
  /** Calls, tokens and dollars so far: in total, by task and by role. */
  readonly spent: FactoryState["spent"];
  /** The files that commits of the App have changed so far. */
  readonly changed_files: ChangedFiles;
  /** Pending answers to conversations. */
  readonly pending: number;
};

export function statusReport(state: FactoryState, commit: Sha, files: StateFiles): StatusReport {
  const { repository_id, updated_at, request, product, spent, inbox, paused_since, release } = state;
  return {
    commit,
    repository_id,
    updated_at,
    request,
    product,
    ...(paused_since === undefined ? {} : { paused_since }),
    project: projectReport(state),
    released_as: release?.phase === "published" ? release.tag : null,
    waiting: statusWaits(state, files),
    spent,
    changed_files: changedSoFar(state),
    pending: inbox.pending.length,
  };
}

function projectReport({ project }: FactoryState): StatusReport["project"] {
  if (project === null) return null;
  const tasks = Object.entries(project.tasks).sort(([, a], [, b]) => compareRank(a, b));
  const counts = { PENDING: 0, IN_PROGRESS: 0, SHIPPED: 0, HALTED: 0, BLOCKED: 0, ABANDONED: 0 };
  for (const [, { status }] of tasks) counts[status] += 1;
  return {
    project_id: project.project_id,
    status: project.status,
    counts,
    tasks: tasks.map(([task_id, task]) => ({
      task_id,
      title: task.task,
      status: task.status,
      pull_request: task.pull_request,
      reason: task.halted_reason ?? task.abandoned_reason,
      waits_for: ["PENDING", "BLOCKED"].includes(task.status)
        ? task.depends_on.filter((id) => project.tasks[id]?.status !== "SHIPPED")
        : [],
    })),
  };
}
