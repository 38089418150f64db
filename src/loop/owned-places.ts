import type { CommandTarget } from "../commands/authorise.js";
import type { TaskId } from "../domain/ids.js";
import type { Situation } from "./situation.js";

/** A conversation of ours: which decisions are open in it, and which task it is about. */
export type OwnedPlace = { readonly open: CommandTarget["open"]; readonly task: TaskId | null };

/** The issue that asked, the spec's pull request and the tasks' own: comments anywhere else are not for the loop. */
export function ownedPlaces({ state }: Pick<Situation, "state">): ReadonlyMap<number, OwnedPlace> {
  const places = new Map<number, OwnedPlace>([[state.request.issue, { open: [], task: null }]]);
  const { product, project } = state;
  if (product?.phase === "awaiting-approval" && product.pull_request !== null) {
    places.set(product.pull_request, { open: ["spec pull request"], task: null });
    places.set(state.request.issue, { open: ["spec pull request"], task: null });
  }
  if (product?.phase === "approved") places.set(product.pull_request, { open: [], task: null });
  for (const [task, { pull_request, status }] of Object.entries(project?.tasks ?? {})) {
    if (pull_request === null) continue;
    places.set(pull_request, { open: status === "HALTED" ? ["halted task"] : [], task });
  }
  return places;
}
