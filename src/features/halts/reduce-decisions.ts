import type { z } from "zod";
import type { Instant } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { spend } from "../budget/spent.js";
import { approvedPatterns } from "../debate/approved-patterns.js";
import { noteManualChange } from "../inbox/reduce-inbox.js";
import { postponeQuestion } from "../questions/reduce-postponed.js";
import { askQuestion } from "../questions/reduce-under-way.js";
import type { ProjectEvent } from "../tasks/board/project-event.js";
import type { Heard, RemarkId } from "./decision-state.js";
import type { DECISION_EVENTS } from "./events.js";

type DecisionEvent = z.infer<(typeof DECISION_EVENTS)[number]>;

export function reduceDecisions(state: FactoryState, event: DecisionEvent): Outcome<FactoryState> {
  const { checkpoint } = state;
  switch (event.kind) {
    case "person-asked":
      return accept(noteManualChange(state, event.note));
    case "checkpoint-reached": {
      if (checkpoint.open !== null)
        return refuse("checkpoint-open", `checkpoint ${checkpoint.open.number} waits for a person already`);
      const { triggers, at: opened_at, hard_usd, failed, after = checkpoint.opened } = event;
      if (after !== checkpoint.opened || (hard_usd ?? Infinity) < (checkpoint.limits?.hard_usd ?? 0))
        return refuse("checkpoint-answered", "a person has decided about what this checkpoint would ask");
      const number = checkpoint.opened + 1;
      const open = {
        number,
        triggers,
        opened_at,
        ...(hard_usd === undefined ? {} : { hard_usd }),
        ...(failed === undefined ? {} : { failed }),
      };
      return accept({ ...state, checkpoint: { ...checkpoint, open, opened: number, record: event.record } });
    }
    case "checkpoint-passed":
      return checkpoint.open === null
        ? refuse("no-checkpoint", "no checkpoint is open, so there is nothing to continue")
        : accept(passCheckpoint(state, event.record));
    case "budget-set":
      return accept({
        ...state,
        checkpoint: { ...checkpoint, open: null, limits: event.limits, record: event.record },
      });
    case "calls-paid":
      return accept({ ...state, spent: spend(state.spent, event.usage) });
    case "question-asked":
      return askQuestion(state, event);
    case "question-postponed":
      return accept(postponeQuestion(state, event));
    case "remark-received":
      return accept({
        ...state,
        noted: [...state.noted, remarkKey(event.remark.id)],
        remarks: [...state.remarks, event.remark],
      });
    case "remarks-answered": {
      const answered = new Set(event.remarks);
      const left = { ...state, remarks: state.remarks.filter(({ id }) => !answered.has(id)) };
      return accept(event.notes.reduce(noteManualChange, left));
    }
    case "button-pressed":
      // Only records who pressed it; its consequences are separate events. It counts like a command.
      return accept(withHeard(state, { by: event.by.login, at: event.at }));
    case "pull-settled":
      return accept({ ...state, noted: [...state.noted, event.key] });
    default:
      return event satisfies never;
  }
}

/** The key of a remark, so that it is taken once. */
export function remarkKey(id: RemarkId): string {
  return `remark:${id}`;
}

function passCheckpoint(state: FactoryState, record = state.checkpoint.record): FactoryState {
  return { ...state, checkpoint: { ...state.checkpoint, open: null, record } };
}

/**
 * The consequences of a project's move for people's decisions. A resolution becomes the precedent of its cause, and
 * answers a checkpoint that was only about resolved failures. An adjusted plan answers any checkpoint. A task that
 * ships adds the conventions of its reviews.
 */
export function followDecisions(before: FactoryState, after: FactoryState, move: ProjectEvent): FactoryState {
  switch (move.kind) {
    case "escalation-resolved": {
      const { task_id, escalation_ref, by } = move;
      const stage = before.work[task_id]?.stage;
      const known = stage?.stage === "halted" && escalation_ref !== null && by !== undefined;
      const precedents = known ? { ...after.precedents, [stage.cause.kind]: escalation_ref } : after.precedents;
      const resolved = { ...after, precedents };
      return wasAboutThis(before, escalation_ref) ? passCheckpoint(resolved) : resolved;
    }
    case "task-shipped": {
      const ended = before.work[move.task_id];
      const learned = ended !== undefined && approvedPatterns(ended).length > 0;
      return learned ? { ...after, conventions: "kept" } : after;
    }
    case "plan-adjusted":
      return passCheckpoint(after);
    default:
      return after;
  }
}

/** Whether an open checkpoint has no open question any more once this halt is resolved. */
function wasAboutThis({ checkpoint, work }: FactoryState, resolved: string | null): boolean {
  const { open, record } = checkpoint;
  if (open === null || open.triggers.some((trigger) => trigger !== "test-failure")) return false;
  const failed = open.failed ?? (record.failed_run === null ? [] : [record.failed_run]);
  const halted = Object.values(work).flatMap(({ stage }) => (stage.stage === "halted" ? [stage.escalation] : []));
  return failed.every((escalation) => escalation === resolved || !halted.includes(escalation));
}

const HOUR = 3_600_000;

/** The commands of the last hour. */
export function heardLately(heard: readonly Heard[], now: Instant): Heard[] {
  return heard.filter(({ at }) => Date.parse(now) - Date.parse(at) < HOUR);
}

export function withHeard(state: FactoryState, heard: Heard | undefined): FactoryState {
  return heard === undefined ? state : { ...state, heard: [...heardLately(state.heard, heard.at), heard] };
}
