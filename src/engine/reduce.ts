import type { UsageLine } from "../domain/artifacts/usage-ledger.js";
import { accept, type Outcome, refuse } from "../domain/refusal.js";
import { BASELINE_DUE } from "../domain/validation/baseline-state.js";
import { reduceBaseline } from "../features/baseline/reduce-baseline.js";
import { spend } from "../features/budget/spent.js";
import { reduceDeprecation } from "../features/deprecation/reduce-deprecation.js";
import { followDecisions, heardLately, reduceDecisions, withHeard } from "../features/halts/reduce-decisions.js";
import { countWritten } from "../features/inbox/count-written.js";
import { haveSaid, noteManualChange, readComment } from "../features/inbox/reduce-inbox.js";
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
import { applyProjectEvent } from "../features/tasks/board/apply-project-event.js";
import type { ProjectState } from "../features/tasks/board/project-state.js";
import { reduceUndo } from "../features/undo/rules/reduce-undo.js";
import type { FactoryEvent } from "./event.js";
import type { FactoryState } from "./factory-state.js";

/** What an event needs that is too large for it: the project of the approved draft, computed before the commit. */
export type Prepared = { readonly project?: ProjectState };

/**
 * The state after an event, or why the event is impossible. Replaying a history folds this over its events. Without a
 * state only the first request is possible.
 */
export function reduce(
  state: FactoryState | null,
  event: FactoryEvent,
  prepared: Prepared = {},
): Outcome<FactoryState> {
  if (event.kind === "product-requested") return requestProduct(state, event);
  if (state === null) return refuse("nothing-requested", `${event.kind} happened, but no product has been asked for`);
  const changed = change(state, event, prepared);
  if (!changed.ok) return changed;
  return accept({
    ...endUnderWay(endPostponed(countWritten(state, changed.value), event), event),
    updated_at: event.at,
  });
}

function change(
  state: FactoryState,
  event: Exclude<FactoryEvent, { kind: "product-requested" }>,
  prepared: Prepared,
): Outcome<FactoryState> {
  switch (event.kind) {
    case "spec-unusable":
      return missSpec(state, event);
    case "spec-found":
      return findSpec(state, event);
    case "spec-drafted":
      return draftSpec(paid(state, event.usage), event);
    case "draft-failed":
      return draftFailed(paid(state, event.usage), event);
    case "spec-shown":
      return showSpec(state, event);
    case "spec-approved":
      return approveSpec(state, event);
    case "spec-rejected":
      return rejectSpec(state, event);
    case "spec-amended":
      return reviseSpec(state, { at: event.at, kind: "amend", feedback: event.feedback });
    case "quick-spec-made":
      return makeQuickSpec(state, event);
    case "request-paused":
      return pauseRequest(state, event);
    case "request-resumed":
      return resumeRequest(state);
    case "request-withdrawn":
      return withdrawRequest(state, event);
    case "project-started":
      return startProject(state, prepared);
    case "project-moved": {
      if (state.project === null)
        return refuse("no-project", `${event.move.kind} happened, but there is no project yet`);
      const moved = applyProjectEvent(state.project, event.move);
      return moved.ok
        ? accept(
            followDecisions(
              state,
              followChanges(
                state,
                followRelease({ ...state, project: moved.value, work: followProject(state, event.move) }),
                event.move,
              ),
              event.move,
            ),
          )
        : moved;
    }
    case "work-moved":
      return reduceWork(state, event);
    case "interface-change-moved":
      return reduceChanges(state, event);
    case "comment-read":
      return accept({
        ...state,
        inbox: readComment(state.inbox, event),
        heard: [
          ...heardLately(state.heard, event.updated_at),
          ...(event.by === undefined ? [] : [{ by: event.by, at: event.updated_at }]),
        ],
      });
    case "said":
      return accept({ ...state, inbox: haveSaid(state.inbox, event.key) });
    case "manual-change-detected":
      return accept(noteManualChange(withHeard(state, event.heard), event.note));
    case "person-asked":
    case "checkpoint-reached":
    case "checkpoint-passed":
    case "budget-set":
    case "calls-paid":
    case "question-asked":
    case "question-postponed":
    case "remark-received":
    case "remarks-answered":
    case "button-pressed":
    case "pull-settled":
      return reduceDecisions(state, event);
    case "baseline-requested":
    case "baseline-lost":
    case "baseline-stuck":
    case "baseline-retried":
    case "baseline-taken":
    case "baseline-ratcheted":
    case "full-run-judged":
      return reduceBaseline(state, event);
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
      return reduceRelease(state, event);
    case "deprecation-ordered":
    case "deprecation-prepared":
    case "deprecation-refused":
    case "deprecation-merged":
      return reduceDeprecation(state, event);
    case "undo-ordered":
    case "undo-prepared":
    case "undo-refused":
    case "undo-merged":
    case "undo-settled":
      return reduceUndo(state, event);
    default:
      return event satisfies never;
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
