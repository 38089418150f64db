import type { z } from "zod";
import type { Instant } from "../ids.js";
import { accept, type Outcome, refuse } from "../refusal.js";
import type { StateIntent } from "../state/state-intent.js";
import { spend } from "../work/spent.js";
import type { DECISION_INTENTS } from "./decision-intents.js";
import type { Heard } from "./decision-state.js";
import type { FactoryState } from "./factory-state.js";
import { noteByHand } from "./reduce-inbox.js";

type DecisionIntent = z.infer<(typeof DECISION_INTENTS)[number]>;

export function reduceDecisions(state: FactoryState, intent: DecisionIntent): Outcome<FactoryState> {
  const { checkpoint } = state;
  switch (intent.kind) {
    case "person-asked":
      return accept(noteByHand(state, intent.note));
    case "checkpoint-reached": {
      if (checkpoint.open !== null)
        return refuse("checkpoint-open", `checkpoint ${checkpoint.open.number} waits for a person already`);
      const number = checkpoint.opened + 1;
      const open = { number, triggers: intent.triggers, opened_at: intent.at };
      return accept({ ...state, checkpoint: { ...checkpoint, open, opened: number, record: intent.record } });
    }
    case "checkpoint-passed":
      return checkpoint.open === null
        ? refuse("no-checkpoint", "no checkpoint is open, so there is nothing to continue")
        : accept(passCheckpoint(state));
    case "budget-set":
      return accept({
        ...state,
        checkpoint: { ...checkpoint, open: null, limits: intent.limits, record: intent.record },
      });
    case "calls-paid":
      return accept({ ...state, spent: spend(state.spent, intent.usage) });
    case "remark-noticed":
      return accept({
        ...state,
        noted: [...state.noted, remarkKey(intent.remark.id)],
        remarks: [...state.remarks, intent.remark],
      });
    case "remarks-answered": {
      const answered = new Set(intent.remarks);
      return accept(
        noteByHand({ ...state, remarks: state.remarks.filter(({ id }) => !answered.has(id)) }, intent.note),
      );
    }
    case "button-pressed":
      return accept(state); // a record of who; what follows it is intents of their own
    case "pull-settled":
      return accept({ ...state, noted: [...state.noted, intent.key] });
    default:
      return intent satisfies never;
  }
}

/** Under which a remark is remembered, so that it is taken once. */
export function remarkKey(id: number): string {
  return `remark:${id}`;
}

export function passCheckpoint(state: FactoryState): FactoryState {
  return { ...state, checkpoint: { ...state.checkpoint, open: null } };
}

/**
 * What a project's move means for what people decided: a resolution becomes the precedent of its cause and answers a
 * checkpoint that was only about that failure, an adjusted plan answers any; a task that ended takes its remarks along.
 */
export function followDecisions(before: FactoryState, after: FactoryState, move: StateIntent): FactoryState {
  switch (move.kind) {
    case "escalation-resolved": {
      const { task_id, escalation_ref, resolution, by } = move;
      const stage = before.work[task_id]?.stage;
      const known = stage?.stage === "halted" && escalation_ref !== null && by !== undefined;
      const precedents = known ? { ...after.precedents, [stage.cause.kind]: escalation_ref } : after.precedents;
      const ends = resolution.action === "ABANDON_TASK" || resolution.action === "SPLIT_TASK";
      const remarks = ends ? after.remarks.filter((remark) => remark.task_id !== task_id) : after.remarks;
      const answered = after.checkpoint.open?.triggers.every((trigger) => trigger === "test-failure") ?? false;
      const resolved = { ...after, precedents, remarks };
      return answered ? passCheckpoint(resolved) : resolved;
    }
    case "task-shipped":
      return { ...after, remarks: after.remarks.filter(({ task_id }) => task_id !== move.task_id) };
    case "plan-adjusted":
      return passCheckpoint(after);
    default:
      return after;
  }
}

const HOUR = 3_600_000;

/** Who said something to the loop within the last hour. */
export function heardLately(heard: readonly Heard[], now: Instant): Heard[] {
  return heard.filter(({ at }) => Date.parse(now) - Date.parse(at) < HOUR);
}
