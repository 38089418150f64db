import { accept, type Outcome } from "../../domain/refusal.js";
import type { EventOf } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { RemarkId } from "../halts/decision-state.js";
import { noteManualChange } from "../inbox/reduce-inbox.js";

export function receiveRemark(state: FactoryState, { remark }: EventOf<"remark-received">): Outcome<FactoryState> {
  return accept({
    ...state,
    noted: [...state.noted, remarkKey(remark.id)],
    remarks: [...state.remarks, remark],
  });
}

export function answerRemarks(state: FactoryState, event: EventOf<"remarks-answered">): Outcome<FactoryState> {
  const answered = new Set(event.remarks);
  const left = { ...state, remarks: state.remarks.filter(({ id }) => !answered.has(id)) };
  return accept(event.notes.reduce(noteManualChange, left));
}

/** Under which a remark is remembered, so that it is taken once. */
export function remarkKey(id: RemarkId): string {
  return `remark:${id}`;
}
