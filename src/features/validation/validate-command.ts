import type { CommandResult } from "../../commands/define-command.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { ObservedComment } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";

/** `/factory validate`: the whole suite on the head of the default branch, whatever the cadence. */
export function orderValidation(
  { state, observed, now: at }: Situation,
  { id: comment, issue }: Pick<ObservedComment, "id" | "issue">,
): Outcome<CommandResult> {
  const { project, validation } = state;
  if (project === null) return refuse("no-project", "There is nothing to validate: no project has started.");
  if (project.status === "PAUSED")
    return refuse("project-not-active", "The project is paused. Say `/factory resume` first.");
  if (project.status !== "ACTIVE")
    return refuse("project-not-active", "The project has ended, so its test suite is not run here any more.");
  if (validation !== undefined)
    return refuse(
      "validation-under-way",
      `The whole suite is running already, since ${validation.since}. Its result comes as a comment.`,
    );
  if (observed.workflow.status !== "present")
    return refuse(
      "no-workflow",
      "The gates workflow is not on the default branch, and the suite is run by it. Merge the set-up first.",
    );
  return accept({
    events: [{ kind: "validation-ordered", at, order: { comment, issue, since: at, run: null, lost: 0 } }],
    answer: "The whole suite runs on the head of the default branch. What it finds comes here as a comment.",
  });
}
