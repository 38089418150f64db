import type { TaskId } from "../domain/ids.js";
import type { ProjectState, TaskState } from "../domain/state/project-state.js";
import { fitParts } from "./fit.js";
import { plainLine } from "./plain-text.js";

/** The first thing in a task's pull request: what it is for and what will happen in it. */
export function taskPullRequestBody({
  taskId,
  task,
  issue,
  tasks,
}: {
  readonly taskId: TaskId;
  readonly task: TaskState;
  readonly issue: number;
  readonly tasks: ProjectState["tasks"];
}): string {
  const needs = task.depends_on.map((id) => `- ${id}${tasks[id]?.pull_request ? ` (#${tasks[id].pull_request})` : ""}`);
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
      text: `Part of ${plainLine(task.pillar)} / ${plainLine(task.epic)} / ${plainLine(task.story)}. The task itself is \`${task.path}\`.`,
      whenLeftOut: "",
    },
    { text: needs.length === 0 ? "It needs no other task." : `It builds on:\n\n${needs.join("\n")}`, whenLeftOut: "" },
  ]);
}
