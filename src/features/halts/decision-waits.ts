import type { TaskId } from "../../domain/ids.js";
import type { Situation } from "../../engine/situation.js";
import { plainLine } from "../../render/plain-text.js";
import { awaitingAmendment } from "../amendments/amend-contract.js";
import { amendmentSentence } from "../amendments/amendment-card.js";
import type { CheckpointTrigger } from "../checkpoints/checkpoint.js";
import { changeWait } from "../interface-change/change-waits.js";
import { isPaused } from "../pause/is-paused.js";
import { isFinished } from "../spec/reduce-product.js";
import type { Waiting } from "../status/status-comment.js";
import { escalationOf } from "./task-reading.js";

/** What is waited for at a halt: the same sentence as on the card, and where the card is. */
export function haltWait(situation: Situation, task: TaskId): Waiting {
  const { state } = situation;
  const escalation = escalationOf(situation, task);
  const { pull_request: number = null, task: title = "" } = state.project?.tasks[task] ?? {};
  const where = number === null ? "" : ` in #${number}`;
  const since = escalation?.created_at ?? state.updated_at;
  const changing = changeWait(state, task);
  if (changing !== undefined) return { for: changing, since };
  return {
    for: `your decision about ${plainLine(title)} (${task})${where}${escalation === undefined ? "" : `: ${plainLine(escalation.minimal_decision_required)}`}`,
    since,
  };
}

/** What is waited for while a person is asked about a contract; undefined when nobody is. */
export function amendmentWait({ state }: Situation, task: TaskId): Waiting | undefined {
  const work = state.work[task];
  const waiting = work === undefined ? undefined : awaitingAmendment(work);
  if (waiting === undefined) return undefined;
  const number = state.project?.tasks[task]?.pull_request ?? null;
  const where = number === null ? "" : ` in #${number}`;
  return {
    for: `your decision about ${task}${where}: ${amendmentSentence(waiting.module.module_ref)}`,
    since: waiting.amendment.proposed_at,
  };
}

export function checkpointWaits({ state }: Pick<Situation, "state">): Waiting[] {
  const { open } = state.checkpoint;
  if (open === null || isPaused(state) || isFinished(state)) return [];
  return [{ for: answerAwaited(open.triggers, state.checkpoint.limits !== null), since: open.opened_at }];
}

function answerAwaited(triggers: readonly CheckpointTrigger[], areLimitsSet: boolean): string {
  if (triggers.includes("budget-exhausted")) {
    const inFile = ", or `/factory continue` once `budgets.hard_usd` in `.factory/config.yml` is raised";
    return `\`/factory budget <usd>\`${areLimitsSet ? "" : inFile}: the hard limit is reached`;
  }
  if (triggers.includes("calls-exhausted"))
    return "`/factory continue`, once `budgets.max_calls_per_project` in `.factory/config.yml` is raised: the calls are used up";
  return "`/factory continue`, or another answer to the checkpoint above";
}
