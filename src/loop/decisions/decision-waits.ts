import type { TaskId } from "../../domain/ids.js";
import type { Waiting } from "../../render/status-comment.js";
import type { Situation } from "../situation.js";
import { escalationOf } from "./task-reading.js";

/** What is waited for at a halt: the same sentence as on the card, and where the card is. */
export function haltWait(situation: Situation, task: TaskId): Waiting {
  const { state } = situation;
  const escalation = escalationOf(situation, task);
  const number = state.project?.tasks[task]?.pull_request ?? null;
  const where = number === null ? "" : ` in #${number}`;
  const since = escalation?.created_at ?? state.updated_at;
  return {
    for: `your decision about ${task}${where}${escalation === undefined ? "" : `: ${escalation.minimal_decision_required}`}`,
    since,
  };
}

export function checkpointWaits({ state }: Situation): Waiting[] {
  const { open } = state.checkpoint;
  if (open === null || state.project?.status !== "ACTIVE") return [];
  const say = open.triggers.includes("budget-exhausted")
    ? "`/factory budget <usd>`: the hard limit is reached"
    : "`/factory continue`, or another answer to the checkpoint above";
  return [{ for: say, since: open.opened_at }];
}
