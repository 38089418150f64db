import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { addNote } from "../inbox/reduce-inbox.js";
import { isPaused } from "../pause/is-paused.js";
import { applyProjectEvent } from "../tasks/board/apply-project-event.js";
import { checkReleaseTrigger } from "./rules/release-set.js";
import { isFullRelease, type ReleaseState } from "./rules/release-state.js";

type ReleaseEvent = Extract<FactoryEvent, { kind: `release-${string}` }>;

/** The state after an event of a release, or why the event is impossible. */
export function reduceRelease(state: FactoryState, event: ReleaseEvent): Outcome<FactoryState> {
  const { release } = state;
  switch (event.kind) {
    case "release-due":
      // After the merge the release is tagged before anything else is released.
      if (release?.phase === "publishing") return unexpected(event, release);
      return to(forgetFailedRun(state), { phase: "validating", order: event.order, run: null, lost: 0 });
    case "release-suite-requested":
      if (release?.phase !== "validating" || release.run !== null) return unexpected(event, release);
      return to(state, { ...release, run: event.run });
    case "release-suite-lost":
      if (release?.phase !== "validating" || release.run === null) return unexpected(event, release);
      return to(state, { ...release, run: null, lost: release.lost + 1 });
    case "release-locating":
      if (release?.phase !== "validating" || release.run !== null) return unexpected(event, release);
      return to(state, { phase: "locating", order: release.order, locating: event.locating });
    case "release-merge-requested":
      if (release?.phase !== "locating" || release.locating.run !== null) return unexpected(event, release);
      return to(state, { ...release, locating: { ...release.locating, run: event.run } });
    case "release-merge-judged": {
      if (release?.phase !== "locating" || release.locating.run?.sha !== event.sha) return unexpected(event, release);
      const { sha, verdict } = event;
      const verdicts = [...release.locating.verdicts, { sha, verdict }];
      return to(state, { ...release, locating: { ...release.locating, verdicts, run: null, lost: 0 } });
    }
    case "release-merge-lost": {
      if (release?.phase !== "locating" || release.locating.run === null) return unexpected(event, release);
      const lost = release.locating.lost + 1;
      return to(state, { ...release, locating: { ...release.locating, run: null, lost } });
    }
    case "release-validated":
      if (release?.phase !== "validating") return unexpected(event, release);
      return to(state, { phase: "preparing", order: release.order, head: event.head });
    case "release-overtaken":
      if (release?.phase !== "preparing" && release?.phase !== "proposing") return unexpected(event, release);
      return to(state, { phase: "validating", order: release.order, run: null, lost: 0 });
    case "release-prepared":
      if (release?.phase !== "preparing" || release.head !== event.head || isAnother(release, event))
        return unexpected(event, release);
      return to(state, { phase: "proposing", order: release.order, head: event.head, digest: event.digest });
    case "release-refused":
      if (release === null || release.phase === "published" || isAnother(release, event))
        return unexpected(event, release);
      return to(addNote(state, event.note), {
        phase: "refused",
        order: release.order,
        why: event.why,
        at: event.at,
        ...(event.empty === undefined ? {} : { empty: event.empty }),
      });
    case "release-merged":
      if (release?.phase !== "proposing") return unexpected(event, release);
      return to(state, { phase: "publishing", order: release.order, commit: event.commit });
    case "release-published":
      if (release?.phase !== "publishing" || isAnother(release, event)) return unexpected(event, release);
      // A result that arrives while paused is discarded. It is done again after the pause, and the job finds it done.
      if (isPaused(state)) return refuse("paused", "the project is paused");
      return published(state, release, event);
    default:
      return event satisfies never;
  }
}

type Published = Extract<ReleaseEvent, { kind: "release-published" }>;

/** A full release ends the project in the same commit, unless work was resumed while it was being published. */
function published(
  state: FactoryState,
  { order, commit }: Extract<ReleaseState, { phase: "publishing" }>,
  { at, tag }: Published,
): Outcome<FactoryState> {
  const release: ReleaseState = { phase: "published", order, commit, tag };
  if (state.project === null || !isFullRelease(order)) return to(state, release);
  const ended = applyProjectEvent(state.project, { kind: "project-released", at });
  return to(ended.ok ? { ...state, project: ended.value } : state, release);
}

/**
 * Tasks that were resumed after a refused release change its content. When they have ended, the release is due again
 * (decisions.md#what-is-released).
 */
export function followRelease(state: FactoryState): FactoryState {
  const { release, project } = state;
  if (release?.phase !== "refused" || !isFullRelease(release.order) || project === null) return state;
  const isOver = checkReleaseTrigger(new Map(Object.entries(project.tasks)));
  return !isOver.ok && isOver.refusal.code === "tasks-not-terminal" ? { ...state, release: null } : state;
}

/** A new order runs the suite again, even on the same commit: the runner may have been the cause. */
function forgetFailedRun(state: FactoryState): FactoryState {
  const { baseline } = state;
  if (baseline?.phase !== "taken" || baseline.full_run === null || baseline.full_run.passed) return state;
  // The last good run stays known: the search for a regression starts there.
  const { good_before } = baseline.full_run;
  const why = "it was good when it ran";
  const full_run = good_before == null ? null : { sha: good_before, passed: true, why };
  return { ...state, baseline: { ...baseline, full_run } };
}

function isAnother({ order }: ReleaseState, { release_id }: { readonly release_id: string }): boolean {
  return order.release_id !== release_id;
}

function to(state: FactoryState, release: ReleaseState): Outcome<FactoryState> {
  return accept({ ...state, release });
}

function unexpected({ kind }: ReleaseEvent, release: ReleaseState | null): Outcome<never> {
  const current = release === null ? "no release is under way" : `${release.order.release_id} is ${release.phase}`;
  return refuse("release-out-of-step", `${kind} happened, but ${current}`);
}
