import { checkFresh } from "../../commands/staleness.js";
import { digestOf } from "../../domain/hash.js";
import type { TaskId } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { ObservedComment } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { markerIn } from "../../render/marker.js";
import type { TaskEvent } from "../modules/task-event.js";
import { moduleIdOf } from "../modules/task-work.js";
import { awaitingAmendment } from "./amend-contract.js";
import { amendmentCardKey } from "./amendment-card.js";
import { asksAboutContract } from "./amendment-check.js";

type Answered = { readonly events: readonly FactoryEvent[]; readonly answer: string };

/** `/factory amendment accept`: changes the contract as proposed, locks it again, and specifies the module again. */
export function applyAmendment(situation: Situation, task: TaskId | null, comment: ObservedComment): Outcome<Answered> {
  const asked = openAmendment(situation, task, comment);
  if (!asked.ok) return asked;
  const { taskId, module, amendment } = asked.value;
  const event = { kind: "amendment-accepted", ...decisionBy(situation, comment, asked.value) } as const;
  const answer = `The contract of ${module.module_ref} is changed as ${amendment.amendment_id} proposes. The module is specified again: new tests, red gates that lock them with the contract, then the code.`;
  return accept({ events: [updated(situation, taskId, event)], answer });
}

/** `/factory amendment reject <reason>`: keeps the contract, so the module fails. */
export function refuseAmendment(
  situation: Situation,
  task: TaskId | null,
  { comment, reason }: { readonly comment: ObservedComment; readonly reason: string },
): Outcome<Answered> {
  const asked = openAmendment(situation, task, comment);
  if (!asked.ok) return asked;
  const { taskId, module } = asked.value;
  const event = { kind: "amendment-rejected", reason, ...decisionBy(situation, comment, asked.value) } as const;
  const answer = `The contract of ${module.module_ref} stays as it is, so the module counts as failed. Modules that do not need it still run; then ${taskId} halts and asks what is to become of it.`;
  return accept({ events: [updated(situation, taskId, event)], answer });
}

type Open = NonNullable<ReturnType<typeof awaitingAmendment>> & { readonly taskId: TaskId };

/**
 * The amendment that the author of the comment can have seen. An answer to an older card is refused with a link to the
 * new one.
 */
function openAmendment(situation: Situation, taskId: TaskId | null, comment: ObservedComment): Outcome<Open> {
  if (taskId === null)
    return refuse("which-task", "Say which task: its id, `T-...`, as the first word after the command.");
  const { state } = situation;
  const work = state.work[taskId];
  const waiting = work === undefined || !asksAboutContract(state, taskId) ? undefined : awaitingAmendment(work);
  if (waiting === undefined) {
    return refuse("no-amendment", `${taskId} does not wait for a decision about a contract. Nothing was changed.`, {
      task_id: taskId,
    });
  }
  const { amendment } = waiting;
  const current = { digest: digestOf(amendment.amendment_id), changedAt: amendment.proposed_at };
  const fresh = checkFresh("card", { at: comment.createdAt, digest: null }, current);
  if (fresh.ok) return accept({ ...waiting, taskId });
  return refuse(fresh.refusal.code, `${fresh.refusal.message} ${linkToCard(situation, taskId, amendment)}`, {
    ...fresh.refusal.details,
    card: amendment.amendment_id,
  });
}

function linkToCard({ state, observed }: Situation, task: TaskId, amendment: Open["amendment"]): string {
  const number = state.project?.tasks[task]?.pull_request ?? state.request.issue;
  const key = amendmentCardKey(amendment);
  const card = observed.comments.find(({ own, body }) => own && markerIn(body) === key);
  return card === undefined ? `It is in #${number}.` : `It is in #${number}: [the card](#issuecomment-${card.id}).`;
}

function decisionBy({ now }: Situation, comment: ObservedComment, { module, amendment }: Open) {
  const { amendment_id } = amendment;
  return { module_id: moduleIdOf(module), amendment_id, by: comment.author.login, comment: comment.id, at: now };
}

function updated({ now }: Situation, task_id: TaskId, event: TaskEvent): FactoryEvent {
  return { kind: "work-updated", at: now, task_id, event };
}
