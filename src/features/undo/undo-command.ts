import type { CommandResult } from "../../commands/define-command.js";
import type { TaskId } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { ObservedComment } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { isMergedMismatch } from "../merging/judged-tree.js";
import type { TaskStatus } from "../tasks/board/project-state.js";

/** The alternative for a task that has not shipped. */
const INSTEAD: Readonly<Record<Exclude<TaskStatus, "SHIPPED">, string>> = {
  PENDING: "it has not started; drop it with `/factory adjust`",
  BLOCKED: "it has not started; say `/factory abandon` with its id, or drop it with `/factory adjust`",
  IN_PROGRESS: "it is in work and nothing of it is merged; close its pull request to be asked what is to become of it",
  HALTED:
    "it waits for your decision and nothing of it is merged; say `/factory abandon` or another answer to its card",
  ABANDONED: "it was abandoned, and nothing of it was merged",
};

function insteadOf({ work }: FactoryState, task: TaskId, status: keyof typeof INSTEAD): string {
  const inWork = work[task];
  if (status !== "HALTED" || inWork === undefined || !isMergedMismatch(inWork)) return INSTEAD[status];
  return "it is merged, and nobody has decided about it yet: say `/factory override` first, and then this again";
}

/** `/factory undo <task>`: a job determines what must be reverted with it, and whether that is possible. */
export function orderUndo(
  { state, now: at }: Situation,
  task_id: TaskId,
  comment: ObservedComment,
): Outcome<CommandResult> {
  const { project, release } = state;
  const task = project?.tasks[task_id];
  if (project === null || task === undefined)
    return refuse("unknown-task", `There is no task ${task_id} here: the status comment lists them all.`, { task_id });
  if (project.status === "PAUSED") return refuse("paused", "The project is paused. Say `/factory resume` first.");
  if (project.status === "ABORTED")
    return refuse(
      "project-ended",
      "This product was ended early and is kept as it is. Revert its pull request on GitHub.",
    );
  if (task.status !== "SHIPPED")
    return refuse("not-shipped", `${task_id} has not shipped: ${insteadOf(state, task_id, task.status)}.`, {
      task_id,
      status: task.status,
    });
  if (release !== null && release.phase !== "published" && release.phase !== "refused" && project.status === "ACTIVE")
    return refuse(
      "release-under-way",
      `${release.order.release_id} is under way with ${task_id} in it: it is ${release.phase}. Repeat the command when it is published, or close its pull request first.`,
    );
  const { project_id } = project;
  const order = { task_id, project_id, asked_by: comment.author.login, issue: comment.issue, at };
  return accept({
    events: [{ kind: "undo-ordered", at, order }],
    answer: `The revert of ${task_id}, and of what was built on it, is being made. It comes as a pull request, and merging it is yours.`,
  });
}
