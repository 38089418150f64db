import type { TaskId } from "../../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import type { BaselineState } from "../../../domain/validation/baseline-state.js";
import type { FactoryEvent } from "../../../engine/event.js";
import type { FactoryState } from "../../../engine/factory-state.js";
import { addNote } from "../../inbox/reduce-inbox.js";
import { recordVersions } from "../../shipping/known-versions.js";
import type { UndoOrder, UndoState } from "./undo-state.js";

type UndoEvent = Extract<FactoryEvent, { kind: `undo-${string}` }>;

/** The state after an event of an undo, or why the event is impossible. */
export function reduceUndo(state: FactoryState, event: UndoEvent): Outcome<FactoryState> {
  const id = event.kind === "undo-ordered" ? event.order.task_id : event.task_id;
  const found = state.undos.find(({ order }) => order.task_id === id);
  if (event.kind === "undo-ordered") {
    if (found !== undefined) return refuse("undo-under-way", `${id} is being taken back already.`);
    return to(state, id, { phase: "preparing", order: event.order });
  }
  if (found === undefined) return refuse("no-undo", `${event.kind} happened, but nobody takes ${id} back`);
  switch (event.kind) {
    case "undo-prepared":
      if (found.phase !== "preparing") return refuse("undo-out-of-step", `the revert of ${id} is shown already`);
      return to(state, id, {
        phase: "proposing",
        order: found.order,
        head: event.head,
        digest: event.digest,
        taken: event.taken,
      });
    case "undo-refused":
      return to(addNote(state, event.note), id, null);
    case "undo-merged":
      return to(
        addNote({ ...withdrawn(state, found), baseline: afterRevert(state.baseline) }, event.note),
        id,
        settling(found.order, event),
      );
    case "undo-settled":
      return to(state, id, null);
    default:
      return event satisfies never;
  }
}

function settling(order: UndoOrder, { left, asked_in }: Extract<UndoEvent, { kind: "undo-merged" }>): UndoState | null {
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
 * Only the tests of what was reverted are gone. The suite runs again to find which
 * (decisions.md#the-baseline-ratchets).
 */
function afterRevert(baseline: BaselineState | null): BaselineState | null {
  return baseline?.phase === "taken" ? { phase: "due", lost: 0, keeps: true } : baseline;
}

function to(state: FactoryState, id: TaskId, next: UndoState | null): Outcome<FactoryState> {
  const others = state.undos.filter(({ order }) => order.task_id !== id);
  return accept({ ...state, undos: next === null ? others : [...others, next] });
}
