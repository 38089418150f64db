import { isPerson, mayDecide } from "../../commands/who-may.js";
import type { Instant } from "../../domain/ids.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { Actor, Observed, ObservedRequest } from "../../engine/observation.js";
import { finishedAt, isFinished } from "../spec/reduce-product.js";
import { lastEndOf } from "./ended-requests.js";
import { requestKey } from "./request-key.js";

/** A role that could not be read is a no, also for approvers (decisions.md#who-may-command). */
export function mayAsk({ type, role, login }: Actor, approvers: readonly string[]): boolean {
  return isPerson({ type, login }) && role !== null && mayDecide({ login, role }, "write", approvers);
}

/** The earliest authorised label while no other product is in progress. */
export function detectRequest({
  state,
  observed,
  approvers,
  now,
}: {
  readonly state: FactoryState | null;
  readonly observed: Observed;
  readonly approvers: readonly string[];
  readonly now: Instant;
}): FactoryEvent[] {
  const fresh = freshRequests({ state, observed, approvers });
  if (state !== null && !isFinished(state))
    return fresh.flatMap((request) => secondRequest({ state, observed, now }, request));
  const [first] = fresh.sort((a, b) => a.labelledAt.localeCompare(b.labelledAt) || a.issue - b.issue);
  if (first === undefined) return [];
  return [
    {
      kind: "product-requested",
      at: now,
      repository_id: observed.repository.id,
      request: {
        issue: first.issue,
        title: first.title,
        requester: first.labelledBy.login,
        lane: first.quick ? "quick" : "full",
        requested_at: first.labelledAt,
      },
    },
  ];
}

/** Authorised labels that have not led to a product yet. */
export function freshRequests({
  state,
  observed,
  approvers,
}: {
  readonly state: FactoryState | null;
  readonly observed: Pick<Observed, "requests">;
  readonly approvers: readonly string[];
}): ObservedRequest[] {
  const allowed = observed.requests.filter(({ labelledBy }) => mayAsk(labelledBy, approvers));
  return allowed.filter((request) => state === null || isNewRequest(state, request));
}

/** Whether the issue of the request is open and labelled. A deleted issue is neither. */
export function isRequestSeen({
  state,
  observed,
}: {
  readonly state: FactoryState;
  readonly observed: Pick<Observed, "requests">;
}): boolean {
  return observed.requests.some(({ issue }) => issue === state.request.issue);
}

/** The label of a finished product may still be there. Set again after its end, it is a new request. */
export function isNewRequest(state: FactoryState, { issue, labelledAt }: ObservedRequest): boolean {
  if (issue !== state.request.issue) return labelledAt > (lastEndOf(state.ended_requests ?? [], issue) ?? "");
  const ended = finishedAt(state);
  return ended !== null && labelledAt > ended;
}

function secondRequest(
  { state, observed, now }: { readonly state: FactoryState; readonly observed: Observed; readonly now: Instant },
  { issue, labelledAt }: ObservedRequest,
): FactoryEvent[] {
  const isSeen = isRequestSeen({ state, observed });
  const key = requestKey(isSeen ? "second-request" : "after-unseen", { issue, requested_at: labelledAt });
  if (state.noted.includes(key)) return [];
  const before = `#${state.request.issue}`;
  const body = isSeen
    ? `One product at a time: issue ${before} is being worked on. Leave the label on and this one starts when that one is released or aborted.`
    : `One product at a time: what issue ${before} asked for is not finished, and that issue is closed, deleted, or has lost its label. ` +
      "Open it again or put the label back and it goes on, and this one waits. If it is not wanted any more, say `/factory abort` here: then this one starts.";
  return [{ kind: "manual-change-detected", at: now, note: { key, issue, body, answers: null } }];
}
