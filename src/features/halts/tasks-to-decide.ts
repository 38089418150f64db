import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { FactoryState } from "../../engine/factory-state.js";

/** Whether decisions about tasks are possible: only between the start and the end of a project. */
export function checkTasks({ project, product, request }: FactoryState): Outcome<null> {
  if (project === null) {
    const words =
      product?.phase === "withdrawn"
        ? "The request was withdrawn before there was a project, so there are no tasks."
        : `There are no tasks yet: they are laid out once the spec is approved and merged. The status comment of #${request.issue} says what is waited for.`;
    return refuse("no-project", words);
  }
  switch (project.status) {
    case "ACTIVE":
    case "PAUSED":
      return accept(null);
    case "ABORTED":
      return refuse(
        "project-ended",
        "The project was aborted and is kept as it is, so nothing about its tasks is decided.",
      );
    case "RELEASED":
      return refuse(
        "project-ended",
        "The project is released, so nothing about its tasks is decided any more. `/factory undo <task>` takes a shipped one back.",
      );
    default:
      return project.status satisfies never;
  }
}
