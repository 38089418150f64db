import type { CommandTarget } from "../commands/authorise.js";
import { isFinished } from "../domain/factory/reduce-product.js";
import type { TaskId } from "../domain/ids.js";
import type { Situation } from "./situation.js";

type Open = CommandTarget["open"];

/** A conversation of ours: which decisions are open in it, and which task it is about. */
export type OwnedPlace = { readonly open: Open; readonly task: TaskId | null };

/** The issue that asked, the spec's pull request and the tasks' own: comments anywhere else are not for the loop. */
export function ownedPlaces({ state }: Pick<Situation, "state">): ReadonlyMap<number, OwnedPlace> {
  const { product, project, request } = state;
  const decision = specDecision(state);
  // The course of the whole is decided where it was asked for, at any time: a checkpoint only asks for it.
  const course: Open = isFinished(state) ? [] : ["checkpoint"];
  // A baseline that cannot be taken is retried where it was said.
  const stuck: Open = state.baseline?.phase === "stuck" ? ["halted task"] : [];
  const open = [...decision, ...course, ...stuck];
  const places = new Map<number, OwnedPlace>([[request.issue, { open, task: null }]]);
  if (product?.phase === "awaiting-approval" && product.pull_request !== null) {
    places.set(product.pull_request, { open: decision, task: null });
  }
  if (product?.phase === "approved") places.set(product.pull_request, { open: [], task: null });
  for (const [task, { pull_request, status }] of Object.entries(project?.tasks ?? {})) {
    if (pull_request === null) continue;
    places.set(pull_request, { open: status === "HALTED" ? ["halted task"] : [], task });
  }
  return places;
}

/** A draft that failed is sent back like one that is shown. */
function specDecision({ product }: Situation["state"]): Open {
  if (product?.phase === "stuck") return ["spec pull request"];
  return product?.phase === "awaiting-approval" && product.pull_request !== null ? ["spec pull request"] : [];
}
