import { accept, type Outcome, refuse } from "../refusal.js";
import { applyStateIntent } from "../state/apply-state-intent.js";
import type { ProjectState } from "../state/project-state.js";
import type { FactoryState } from "./factory-state.js";
import type { Intent } from "./intent.js";
import { haveSaid, noteByHand, readComment } from "./reduce-inbox.js";
import {
  approveSpec,
  draftFailed,
  draftSpec,
  findSpec,
  missSpec,
  requestProduct,
  reviseSpec,
  showSpec,
} from "./reduce-product.js";

/** What an intent needs that is too large for it: the project that the approved draft makes, computed before the commit. */
export type Prepared = { readonly project?: ProjectState };

/**
 * The state after an intent, or why it cannot have happened. Replaying a history is folding this over its intents. There
 * is no state before the first request: only that one can happen then.
 */
export function reduce(state: FactoryState | null, intent: Intent, prepared: Prepared = {}): Outcome<FactoryState> {
  if (intent.kind === "product-requested") return requestProduct(state, intent);
  if (state === null) return refuse("nothing-requested", `${intent.kind} happened, but no product has been asked for`);
  const changed = change(state, intent, prepared);
  return changed.ok ? accept({ ...changed.value, updated_at: intent.at }) : changed;
}

function change(
  state: FactoryState,
  intent: Exclude<Intent, { kind: "product-requested" }>,
  prepared: Prepared,
): Outcome<FactoryState> {
  switch (intent.kind) {
    case "spec-unusable":
      return missSpec(state, intent);
    case "spec-found":
      return findSpec(state, intent);
    case "spec-drafted":
      return draftSpec(state, intent);
    case "draft-failed":
      return draftFailed(state, intent);
    case "spec-shown":
      return showSpec(state, intent);
    case "spec-approved":
      return approveSpec(state, intent);
    case "spec-rejected":
      return reviseSpec(state, { at: intent.at, kind: "fresh", feedback: intent.reasons });
    case "spec-amended":
      return reviseSpec(state, { at: intent.at, kind: "amend", feedback: intent.feedback });
    case "project-started":
      return startProject(state, prepared);
    case "project-moved": {
      if (state.project === null)
        return refuse("no-project", `${intent.move.kind} happened, but there is no project yet`);
      const moved = applyStateIntent(state.project, intent.move);
      return moved.ok ? accept({ ...state, project: moved.value }) : moved;
    }
    case "comment-read":
      return accept({ ...state, inbox: readComment(state.inbox, intent) });
    case "said":
      return accept({ ...state, inbox: haveSaid(state.inbox, intent.key) });
    case "hand-noticed":
      return accept(noteByHand(state, intent.note));
    default:
      return intent satisfies never;
  }
}

function startProject(state: FactoryState, { project }: Prepared): Outcome<FactoryState> {
  if (state.product?.phase !== "approved") return refuse("not-approved", "a project starts from an approved spec only");
  if (state.project !== null)
    return refuse("project-exists", `project ${state.project.project_id} has already started`);
  if (project === undefined) throw new TypeError("project-started was reduced without the project it starts");
  return accept({ ...state, project });
}
