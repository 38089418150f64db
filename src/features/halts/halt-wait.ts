import type { TaskId } from "../../domain/ids.js";
import type { Wait, WaitView } from "../../engine/wait.js";
import { plainLine } from "../../render/plain-text.js";
import { changeWait } from "../interface-change/change-waits.js";
import { VERB_OF } from "./card/decision-card.js";
import type { Escalation } from "./escalation/escalation.js";

/** What is waited for at a halt: the same sentence and the same recommendation as on the card, and where the card is. */
export function haltWait(
  { state }: Pick<WaitView, "state">,
  task: TaskId,
  escalation: Pick<Escalation, "created_at" | "minimal_decision_required" | "recommended_resolution"> | undefined,
): Wait {
  const { pull_request = null, task: title = "" } = state.project?.tasks[task] ?? {};
  const place = { task, pull_request: pull_request ?? undefined };
  const since = escalation?.created_at ?? state.updated_at;
  const changing = changeWait(state, task);
  if (changing !== undefined) return { ...changing, ...place, since };
  const where = pull_request === null ? "" : ` in #${pull_request}`;
  const yours = `your decision about ${plainLine(title)} (${task})${where}`;
  const wait = { who: "person", since, decision: "halt", ...place } as const;
  if (escalation === undefined) return { ...wait, for: yours };
  return {
    ...wait,
    for: `${yours}: ${plainLine(escalation.minimal_decision_required)}`,
    commands: [`/factory ${VERB_OF[escalation.recommended_resolution]}`],
  };
}
