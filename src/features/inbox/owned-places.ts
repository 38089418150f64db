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

/** A conversation of ours: which decisions are open in it, and which task it is about. */
export type OwnedPlace = { readonly open: Open; readonly task: TaskId | null };

/** The issue that asked, the spec's pull request, the tasks' own and those that take one back: comments anywhere else are not for the loop. */
export function ownedPlaces(
  situation: Pick<Situation, "state" | "observed" | "config">,
): ReadonlyMap<number, OwnedPlace> {
  const { state } = situation;
  const { product, project, request } = state;
  const decision = specDecision(state);
  // The course of the whole is decided where it was asked for, at any time: a checkpoint only asks for it. An issue that
  // cannot be seen may be gone for good, and somebody must be able to end its product: then it is decided anywhere.
  const course: Open = isFinished(state) ? [] : ["checkpoint"];
  const isSeen = isRequestSeen(situation);
  const elsewhere: Open = isSeen ? [] : course;
  // A baseline that cannot be taken is retried where it was said.
  const stuck: Open = state.baseline?.phase === "stuck" ? ["halted task"] : [];
  const open = [...decision, ...course, ...stuck];
  const places = new Map<number, OwnedPlace>([[request.issue, { open, task: null }]]);
  // Whoever labels another issue is told that it waits, and for what; there that can be got out of the way, if its own issue
  // is gone. Until then it is answered where it belongs, so that no command lies there to be obeyed one day.
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

/** A halted task, or one whose contract a person is asked about. */
function taskDecision({ work, interface_changes }: Situation["state"], task: TaskId, status: TaskStatus): Open {
  if (status === "HALTED")
    return openChangeOf(interface_changes, task) === undefined ? ["halted task"] : ["halted task", "interface change"];
  const inWork = status === "IN_PROGRESS" ? work[task] : undefined;
  return inWork !== undefined && awaitingAmendment(inWork) !== undefined ? ["contract amendment"] : [];
}

/** A draft that failed is sent back like one that is shown. */
function specDecision({ product }: Situation["state"]): Open {
  if (product?.phase === "stuck") return ["spec pull request"];
  return product?.phase === "awaiting-approval" && product.pull_request !== null ? ["spec pull request"] : [];
}
