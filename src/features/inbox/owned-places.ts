import type { CommandTarget } from "../../commands/authorise.js";
import type { TaskId } from "../../domain/ids.js";
import type { Situation } from "../../engine/situation.js";
import { awaitingAmendment } from "../amendments/amend-contract.js";
import { openChangeOf } from "../interface-change/rules/interface-change.js";
import { freshRequests, isRequestSeen } from "../request/detect-request.js";
import { isFinished } from "../spec/reduce-product.js";
import type { TaskStatus } from "../tasks/board/project-state.js";
import { undoPull } from "../undo/undo-proposal.js";

type Open = CommandTarget["open"];

/** A conversation of ours: the open decisions there, and its task. */
export type OwnedPlace = { readonly open: Open; readonly task: TaskId | null };

/**
 * The issue of the request and the pull requests of the spec, of tasks and of undos. Comments anywhere else are not
 * commands.
 */
export function ownedPlaces(
  situation: Pick<Situation, "state" | "observed" | "config">,
): ReadonlyMap<number, OwnedPlace> {
  const { state } = situation;
  const { product, project, request } = state;
  const decision = specDecision(state);
  // Decisions about the whole project are possible in the request's issue at any time. If that issue cannot be
  // observed, it may be deleted; then they are possible anywhere, so that the product can be ended.
  const requestPlace: Open = isFinished(state) ? [] : ["checkpoint"];
  const isSeen = isRequestSeen(situation);
  const elsewhere: Open = isSeen ? [] : requestPlace;
  // A baseline that failed is retried in the issue.
  const stuck: Open = state.baseline?.phase === "stuck" ? ["halted task"] : [];
  const open = [...decision, ...requestPlace, ...stuck];
  const places = new Map<number, OwnedPlace>([[request.issue, { open, task: null }]]);
  // A person who labels another issue is answered that it waits. If the request's own issue is gone, the product can be
  // ended there. Otherwise commands there are answered with the right place, so that none is executed later.
  const { approvers } = situation.config;
  const others = isFinished(state) ? [] : freshRequests({ state, observed: situation.observed, approvers });
  for (const { issue } of others) places.set(issue, { open: isSeen ? [] : open, task: null });
  if (product?.phase === "awaiting-approval" && product.pull_request !== null) {
    places.set(product.pull_request, { open: [...decision, ...elsewhere], task: null });
  }
  if (product?.phase === "approved") places.set(product.pull_request, { open: elsewhere, task: null });
  for (const undo of state.undos) {
    const pull = undoPull(situation, undo);
    if (pull !== undefined) places.set(pull.number, { open: elsewhere, task: null });
  }
  for (const [task, { pull_request, status }] of Object.entries(project?.tasks ?? {})) {
    if (pull_request === null) continue;
    places.set(pull_request, { open: [...taskDecision(state, task, status), ...elsewhere], task });
  }
  return places;
}

/** A halted task, or one with a pending contract amendment. */
function taskDecision({ work, interface_changes }: Situation["state"], task: TaskId, status: TaskStatus): Open {
  if (status === "HALTED")
    return openChangeOf(interface_changes, task) === undefined ? ["halted task"] : ["halted task", "interface change"];
  const inWork = status === "IN_PROGRESS" ? work[task] : undefined;
  return inWork !== undefined && awaitingAmendment(inWork) !== undefined ? ["contract amendment"] : [];
}

/** A failed draft can be rejected like one that is shown. */
function specDecision({ product }: Situation["state"]): Open {
  if (product?.phase === "stuck") return ["spec pull request"];
  return product?.phase === "awaiting-approval" && product.pull_request !== null ? ["spec pull request"] : [];
}
