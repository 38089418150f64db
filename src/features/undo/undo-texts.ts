import type { TaskId } from "../../domain/ids.js";
import { inlineCode } from "../../render/code.js";
import { plainLine } from "../../render/plain-text.js";
import type { TakenBack, UndoOrder } from "./rules/undo-state.js";

/** The first files in conflict are enough. */
const SHOWN = 20;

/** The pull request that reverts: what is removed with the task, and what happens after the merge. */
export function undoPullRequestBody({ asked_by, issue, task_id }: UndoOrder, taken: readonly TakenBack[]): string {
  const others = taken.filter((one) => one.task_id !== task_id);
  const modules = taken.flatMap((one) => one.modules);
  return [
    `${asked_by} takes ${task_id} back in #${issue}. This reverts, newest first, with the changes made since kept:`,
    "",
    "| task | merged as | modules |",
    "|---|---|---|",
    ...taken.map((one) => `| ${one.task_id} | ${one.merge_sha} | ${one.modules.join(", ") || "none"} |`),
    "",
    ...(others.length === 0 ? [] : ["The other tasks were built on it and would not work without it.", ""]),
    `When you merge it, ${task_id} waits for your decision, and what was built on it is done again after that.`,
    modules.length === 0
      ? "No module leaves the code index."
      : `The index keeps ${modules.join(", ")} as WITHDRAWN, with contract, examples and evidence.`,
    "",
    "Merging is yours: nothing merges this by itself. To leave everything as it is, close it.",
  ].join("\n");
}

/** The answer to the author when the revert is merged. */
export function undone(
  { task_id }: UndoOrder,
  facts: { readonly number: number; readonly reopened: readonly TaskId[]; readonly unknown: readonly TaskId[] },
): string {
  const { number, reopened, unknown } = facts;
  return [
    `${task_id} is taken back: #${number} is merged.`,
    ...(reopened.length === 0 ? [] : [`To be done again after it: ${reopened.join(", ")}.`]),
    ...(unknown.length === 0
      ? []
      : [
          `${unknown.join(", ")} shipped after the revert was made, so its code is still on the default branch without what it needs: revert it by hand.`,
        ]),
  ].join("\n\n");
}

/** The same after the end of the product: its tasks stay unchanged in the history. */
export function undoneAfterEnd({ task_id }: UndoOrder, number: number): string {
  return `${task_id} is taken back: #${number} is merged. Its product has ended, so no task is open again; what is to be built instead starts with the next labelled issue.`;
}

/** Another merged revert included this one. */
export function takenAlready(task: TaskId, number: number | undefined): string {
  const own = number === undefined ? "" : `, and #${number} has nothing more to revert`;
  return `${task} was taken back along with what it was built on${own}. It is done again when its turn comes.`;
}

export function notUndone(task: TaskId, why: string): string {
  return `${task} was not taken back: ${why}\n\nNothing was changed.`;
}

/** The conflicts, and how to resolve them. */
export function revertConflicts(
  task: TaskId,
  paths: readonly { readonly path: string; readonly task_id: TaskId }[],
): string {
  const shown = paths.slice(0, SHOWN).map(({ path, task_id }) => `- ${inlineCode(plainLine(path))}, by ${task_id}`);
  return [
    "these files were changed since, in the places where the merge had changed them:",
    "",
    ...shown,
    ...(paths.length > SHOWN ? [`- and ${paths.length - SHOWN} more`] : []),
    "",
    `Take out of them by a pull request of your own what the task had brought, so that they read as if it had never been merged, and say \`/factory undo ${task}\` again. Or take back first whatever changed them since.`,
  ].join("\n");
}
