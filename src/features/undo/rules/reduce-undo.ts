import type { TaskId } from "../../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import type { BaselineState } from "../../../domain/validation/baseline-state.js";
import type { Intent } from "../../../engine/event.js";
import type { FactoryState } from "../../../engine/factory-state.js";
import { oweNote } from "../../inbox/reduce-inbox.js";
import { recordVersions } from "../../shipping/known-versions.js";
import type { UndoOrder, UndoState } from "./undo-state.js";

type UndoIntent = Extract<Intent, { kind: `undo-${string}` }>;

/** The state after something happened to an undo, or why it cannot have happened. */
export function reduceUndo(state: FactoryState, intent: UndoIntent): Outcome<FactoryState> {
  const id = intent.kind === "undo-ordered" ? intent.order.task_id : intent.task_id;
  const found = state.undos.find(({ order }) => order.task_id === id);
  if (intent.kind === "undo-ordered") {
    if (found !== undefined) return refuse("undo-under-way", `${id} is being taken back already.`);
    return to(state, id, { phase: "preparing", order: intent.order });
  }
  if (found === undefined) return refuse("no-undo", `${intent.kind} happened, but nobody takes ${id} back`);
  switch (intent.kind) {
    case "undo-prepared":
      if (found.phase !== "preparing") return refuse("undo-moved-on", `the revert of ${id} is shown already`);
      return to(state, id, {
        phase: "proposing",
        order: found.order,
        head: intent.head,
        digest: intent.digest,
        taken: intent.taken,
      });
    case "undo-refused":
      return to(oweNote(state, intent.note), id, null);
    case "undo-merged":
      return to(
        oweNote({ ...withdrawn(state, found), baseline: afterRevert(state.baseline) }, intent.note),
        id,
        settling(found.order, intent),
      );
    case "undo-settled":
      return to(state, id, null);
    default:
      return intent satisfies never;
  }
}

function settling(
  order: UndoOrder,
  { left, asked_in }: Extract<UndoIntent, { kind: "undo-merged" }>,
): UndoState | null {
  if (asked_in !== undefined) return { phase: "settling", order, left, asked_in };
  return left.length === 0 ? null : { phase: "settling", order, left };
}

function withdrawn(state: FactoryState, undo: UndoState): FactoryState {
  const taken = undo.phase === "proposing" ? undo.taken : [];
  return recordVersions(
    state,
    taken.flatMap(({ modules }) => modules),
    "WITHDRAWN",
  );
}

/**
 * The tests of what was reverted are gone, and only they: the suite is run again to say which
 * (decisions.md#the-baseline-ratchets).
 */
function afterRevert(baseline: BaselineState | null): BaselineState | null {
  return baseline?.phase === "taken" ? { phase: "due", lost: 0, keeps: true } : baseline;
}

function to(state: FactoryState, id: TaskId, next: UndoState | null): Outcome<FactoryState> {
  const others = state.undos.filter(({ order }) => order.task_id !== id);
  return accept({ ...state, undos: next === null ? others : [...others, next] });
}
