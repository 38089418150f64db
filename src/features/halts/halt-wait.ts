import type { TaskId } from "../../domain/ids.js";
import type { Wait, WaitView } from "../../engine/wait.js";
import { plainLine } from "../../render/plain-text.js";
import { changeWait } from "../interface-change/change-waits.js";
import { fullTaskName } from "../tasks/task-name.js";
import { VERB_OF } from "./card/decision-card.js";
import type { Escalation } from "./escalation/escalation.js";

/** What is waited for at a halt: the same sentence and the same recommendation as on the card, and where the card is. */
export function haltWait(
  { state }: Pick<WaitView, "state">,
  task: TaskId,
  escalation: Pick<Escalation, "created_at" | "minimal_decision_required" | "recommended_resolution"> | undefined,
): Wait {
  const place = { task, pull_request: state.project?.tasks[task]?.pull_request ?? undefined };
  const since = escalation?.created_at ?? state.updated_at;
  const changing = changeWait(state, task);
  if (changing !== undefined) return { ...changing, ...place, since };
  const yours = `your decision about ${fullTaskName({ state }, task)}`;
  const wait = { who: "person", since, decision: "halt", ...place } as const;
  if (escalation === undefined) return { ...wait, for: yours };
  return {
    ...wait,
    for: `${yours}: ${plainLine(escalation.minimal_decision_required)}`,
    commands: [`/factory ${VERB_OF[escalation.recommended_resolution]}`],
  };
}
