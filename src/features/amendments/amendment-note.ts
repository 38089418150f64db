import { amendmentCause } from "../../domain/enforcement/contract-amendment.js";
import type { TaskId } from "../../domain/ids.js";
import type { Situation } from "../../engine/situation.js";
import { NOTHING } from "../budget/spent.js";
import { cardCommands } from "../halts/card/card-commands.js";
import type { PendingComment } from "../inbox/pending-comment.js";
import { moduleIdOf } from "../modules/task-work.js";
import { awaitingAmendment } from "./amend-contract.js";
import { amendmentCard, amendmentCardKey } from "./amendment-card.js";
import { asksAboutContract } from "./amendment-check.js";

/** Posts the card about a module's contract in the pull request of its task. */
export function amendmentNote({ state }: Situation, id: TaskId): PendingComment[] {
  const task = state.project?.tasks[id];
  const work = state.work[id];
  if (task === undefined || work === undefined || !asksAboutContract(state, id)) return [];
  const waiting = awaitingAmendment(work);
  if (waiting === undefined) return [];
  const { module, amendment } = waiting;
  const key = amendmentCardKey(amendment);
  if (state.noted.includes(key)) return [];
  const affected = work.modules
    .filter((other) => amendment.proposal.affected_modules.includes(moduleIdOf(other)))
    .map(({ module_ref, name }) => ({ module_ref, name }));
  const body = amendmentCard({
    amendment,
    module: { ref: module.module_ref, name: module.name },
    taskId: id,
    affected,
    mention: state.request.requester,
    spent: state.spent.tasks[id] ?? NOTHING,
    commands: cardCommands("contract amendment"),
    precedent: state.amendment_precedents?.[amendmentCause(amendment)] ?? null,
  });
  return [{ key, issue: task.pull_request ?? state.request.issue, body, answers: null }];
}
