import { undoBranch } from "../../engine/branches.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { undoPath } from "./rules/undo-state.js";

/** Branches of reverts that are shown or have an open question, and of pull requests that they made obsolete. */
export function undoBranches({ undos }: FactoryState, prefix: string): string[] {
  return undos.flatMap((undo): string[] => {
    if (undo.phase === "preparing") return [];
    const own = undo.phase === "proposing" || undo.asked_in !== undefined ? [undoBranch(prefix, undo.order)] : [];
    return undo.phase === "proposing" ? own : [...own, ...undo.left.map(({ branch }) => branch)];
  });
}

/** What the reverts that are shown take back. */
export function undoPaths({ undos }: FactoryState): string[] {
  return undos.filter(({ phase }) => phase === "proposing").map(({ order }) => undoPath(order.task_id));
}
