import type { Instant } from "../../domain/ids.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { passCheckpoint } from "../checkpoints/reduce-checkpoint.js";
import { approvedPatterns } from "../debate/approved-patterns.js";
import type { ProjectEvent } from "../tasks/board/project-event.js";
import type { Heard } from "./decision-state.js";

/**
 * What a project's event means for what people decided: a resolution becomes the precedent of its cause and answers a
 * checkpoint that was only about that failure, or about others that are resolved by now; an adjusted plan answers any. A task
 * that ships leaves what its reviews saw.
 */
export function followDecisions(before: FactoryState, after: FactoryState, event: ProjectEvent): FactoryState {
  switch (event.kind) {
    case "escalation-resolved": {
      const { task_id, escalation_ref, by } = event;
      const stage = before.work[task_id]?.stage;
      const known = stage?.stage === "halted" && escalation_ref !== null && by !== undefined;
      const precedents = known ? { ...after.precedents, [stage.cause.kind]: escalation_ref } : after.precedents;
      const resolved = { ...after, precedents };
      return wasAboutThis(before, escalation_ref) ? passCheckpoint(resolved) : resolved;
    }
    case "task-shipped": {
      const ended = before.work[event.task_id];
      const learned = ended !== undefined && approvedPatterns(ended).length > 0;
      return learned ? { ...after, conventions: "kept" } : after;
    }
    case "plan-adjusted":
      return passCheckpoint(after);
    default:
      return after;
  }
}

/** Whether an open checkpoint asks about nothing any more once this halt is resolved. */
function wasAboutThis({ checkpoint, work }: FactoryState, resolved: string | null): boolean {
  const { open, record } = checkpoint;
  if (open === null || open.triggers.some((trigger) => trigger !== "test-failure")) return false;
  const failed = open.failed ?? (record.failed_run === null ? [] : [record.failed_run]);
  const halted = Object.values(work).flatMap(({ stage }) => (stage.stage === "halted" ? [stage.escalation] : []));
  return failed.every((escalation) => escalation === resolved || !halted.includes(escalation));
}

const HOUR = 3_600_000;

/** Who said something to the loop within the last hour. */
export function heardLately(heard: readonly Heard[], now: Instant): Heard[] {
  return heard.filter(({ at }) => Date.parse(now) - Date.parse(at) < HOUR);
}

export function withHeard(state: FactoryState, heard: Heard | undefined): FactoryState {
  return heard === undefined ? state : { ...state, heard: [...heardLately(state.heard, heard.at), heard] };
}
