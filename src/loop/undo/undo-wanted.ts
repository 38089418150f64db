import type { FactoryState } from "../../domain/factory/factory-state.js";
import { undoBranch } from "../branches.js";

/** Branches of the reverts that are shown or ask something, and of what they left behind. */
export function undoBranches({ undos }: FactoryState, prefix: string): string[] {
  return undos.flatMap((undo): string[] => {
    if (undo.phase === "preparing") return [];
    const own = undo.phase === "proposing" || undo.asked_in !== undefined ? [undoBranch(prefix, undo.order)] : [];
    return undo.phase === "proposing" ? own : [...own, ...undo.left.map(({ branch }) => branch)];
  });
}
