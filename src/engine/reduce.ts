import type { UsageLine } from "../domain/artifacts/usage-ledger.js";
import { accept, type Outcome, refuse } from "../domain/refusal.js";
import { BASELINE_DUE } from "../domain/validation/baseline-state.js";
import { reduceBaseline } from "../features/baseline/reduce-baseline.js";
import { spend } from "../features/budget/spent.js";
import { reduceDeprecation } from "../features/deprecation/reduce-deprecation.js";
import { followDecisions, heardLately, reduceDecisions, withHeard } from "../features/halts/reduce-decisions.js";
import { countWritten } from "../features/inbox/count-written.js";
import { haveSaid, noteByHand, readComment } from "../features/inbox/reduce-inbox.js";
import { followChanges, reduceChanges } from "../features/interface-change/reduce-changes.js";
import { followProject, reduceWork } from "../features/modules/reduce-work.js";
import { endPostponed } from "../features/questions/reduce-postponed.js";
import { endUnderWay } from "../features/questions/reduce-under-way.js";
import { followRelease, reduceRelease } from "../features/release/reduce-release.js";
import {
  approveSpec,
  draftFailed,
  draftSpec,
  findSpec,
  makeQuickSpec,
  missSpec,
  pauseRequest,
  rejectSpec,
  requestProduct,
  resumeRequest,
  reviseSpec,
  showSpec,
  withdrawRequest,
} from "../features/spec/reduce-product.js";
import { applyStateIntent } from "../features/tasks/board/apply-state-intent.js";
import type { ProjectState } from "../features/tasks/board/project-state.js";
import { reduceUndo } from "../features/undo/rules/reduce-undo.js";
import type { Intent } from "./event.js";
import type { FactoryState } from "./factory-state.js";

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
  if (!changed.ok) return changed;
  return accept({
    ...endUnderWay(endPostponed(countWritten(state, changed.value), intent), intent),
    updated_at: intent.at,
  });
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
      return draftSpec(paid(state, intent.usage), intent);
    case "draft-failed":
      return draftFailed(paid(state, intent.usage), intent);
    case "spec-shown":
      return showSpec(state, intent);
    case "spec-approved":
      return approveSpec(state, intent);
    case "spec-rejected":
      return rejectSpec(state, intent);
    case "spec-amended":
      return reviseSpec(state, { at: intent.at, kind: "amend", feedback: intent.feedback });
    case "quick-spec-made":
      return makeQuickSpec(state, intent);
    case "request-paused":
      return pauseRequest(state, intent);
    case "request-resumed":
      return resumeRequest(state);
    case "request-withdrawn":
      return withdrawRequest(state, intent);
    case "project-started":
      return startProject(state, prepared);
    case "project-moved": {
      if (state.project === null)
        return refuse("no-project", `${intent.move.kind} happened, but there is no project yet`);
      const moved = applyStateIntent(state.project, intent.move);
      return moved.ok
        ? accept(
            followDecisions(
              state,
              followChanges(
                state,
                followRelease({ ...state, project: moved.value, work: followProject(state, intent.move) }),
                intent.move,
              ),
              intent.move,
            ),
          )
        : moved;
    }
    case "work-moved":
      return reduceWork(state, intent);
    case "interface-change-moved":
      return reduceChanges(state, intent);
    case "comment-read":
      return accept({
        ...state,
        inbox: readComment(state.inbox, intent),
        heard: [
          ...heardLately(state.heard, intent.updated_at),
          ...(intent.by === undefined ? [] : [{ by: intent.by, at: intent.updated_at }]),
        ],
      });
    case "said":
      return accept({ ...state, inbox: haveSaid(state.inbox, intent.key) });
    case "hand-noticed":
      return accept(noteByHand(withHeard(state, intent.heard), intent.note));
    case "person-asked":
    case "checkpoint-reached":
    case "checkpoint-passed":
    case "budget-set":
    case "calls-paid":
    case "question-asked":
    case "question-postponed":
    case "remark-noticed":
    case "remarks-answered":
    case "button-pressed":
    case "pull-settled":
      return reduceDecisions(state, intent);
    case "baseline-requested":
    case "baseline-lost":
    case "baseline-stuck":
    case "baseline-retried":
    case "baseline-taken":
    case "baseline-ratcheted":
    case "full-run-judged":
      return reduceBaseline(state, intent);
    case "release-due":
    case "release-suite-requested":
    case "release-suite-lost":
    case "release-locating":
    case "release-merge-requested":
    case "release-merge-judged":
    case "release-merge-lost":
    case "release-validated":
    case "release-overtaken":
    case "release-prepared":
    case "release-refused":
    case "release-merged":
    case "release-published":
      return reduceRelease(state, intent);
    case "deprecation-ordered":
    case "deprecation-prepared":
    case "deprecation-refused":
    case "deprecation-merged":
      return reduceDeprecation(state, intent);
    case "undo-ordered":
    case "undo-prepared":
    case "undo-refused":
    case "undo-merged":
    case "undo-settled":
      return reduceUndo(state, intent);
    default:
      return intent satisfies never;
  }
}

function paid(state: FactoryState, usage: readonly UsageLine[]): FactoryState {
  return { ...state, spent: spend(state.spent, usage) };
}

function startProject(state: FactoryState, { project }: Prepared): Outcome<FactoryState> {
  if (state.product?.phase !== "approved" && state.product?.phase !== "quick")
    return refuse("not-approved", "a project starts from an approved spec only");
  if (state.project !== null)
    return refuse("project-exists", `project ${state.project.project_id} has already started`);
  if (project === undefined) throw new TypeError("project-started was reduced without the project it starts");
  return accept({ ...state, project, baseline: BASELINE_DUE });
}
