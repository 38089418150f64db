import type { TaskId } from "../../domain/ids.js";
import { fitParts } from "../../render/fit.js";
import { plainLine } from "../../render/plain-text.js";
import type { ProjectState, TaskState } from "./board/project-state.js";

/** The body of a task's pull request: its purpose, and what will happen in it. */
export function taskPullRequestBody({
  taskId,
  task,
  issue,
  tasks,
  taskUrl,
}: {
  readonly taskId: TaskId;
  readonly task: TaskState;
  readonly issue: number;
  readonly tasks: ProjectState["tasks"];
  /** The address of the task file. */
  readonly taskUrl: string;
}): string {
  const needs = task.depends_on.map((id) => `- ${need(id, tasks[id])}`);
  const head = [
    `**${plainLine(task.task)}** (${taskId}), for #${issue}.`,
    "",
    "You need do nothing here unless you are asked. `/factory help` lists what you can say.",
  ].join("\n");
  return fitParts(head, [
    {
      text: [
        "What happens next: a plan, then for each module its contract and tests (red), its implementation (green), a review by",
        "a challenger, a ruling by an arbiter, and the merge.",
      ].join(" "),
      whenLeftOut: "",
    },
    {
      text: `Part of ${plainLine(task.pillar)} / ${plainLine(task.epic)} / ${plainLine(task.story)}. The task itself is [\`${task.path}\`](${taskUrl}).`,
      whenLeftOut: "",
    },
    { text: needs.length === 0 ? "It needs no other task." : `It builds on:\n\n${needs.join("\n")}`, whenLeftOut: "" },
  ]);
}

function need(id: TaskId, task: TaskState | undefined): string {
  if (task === undefined) return id;
  const pull = task.pull_request === null ? "" : `, #${task.pull_request}`;
  return `**${plainLine(task.task)}** (${id}${pull})`;
}
