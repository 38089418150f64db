import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { BASELINE_DUE } from "../../domain/validation/baseline-state.js";
import type { EventOf } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { Prepared } from "../../engine/feature.js";
import { followDecisions } from "../halts/reduce-decisions.js";
import { followChanges } from "../interface-change/reduce-changes.js";
import { followProject } from "../modules/reduce-work.js";
import { followRelease } from "../release/reduce-release.js";
import { applyProjectEvent } from "./board/apply-project-event.js";

export function startProject(
  state: FactoryState,
  _event: EventOf<"project-started">,
  { project }: Prepared,
): Outcome<FactoryState> {
  if (state.product?.phase !== "approved" && state.product?.phase !== "quick")
    return refuse("not-approved", "a project starts from an approved spec only");
  if (state.project !== null)
    return refuse("project-exists", `project ${state.project.project_id} has already started`);
  if (project === undefined) throw new TypeError("project-started was reduced without the project it starts");
  return accept({ ...state, project, baseline: BASELINE_DUE });
}

/** What happened to a task or to the project, and what that means for work, release, interface changes and decisions. */
export function updateProject(state: FactoryState, { event }: EventOf<"project-updated">): Outcome<FactoryState> {
  if (state.project === null) return refuse("no-project", `${event.kind} happened, but there is no project yet`);
  const updated = applyProjectEvent(state.project, event);
  if (!updated.ok) return updated;
  const released = followRelease({ ...state, project: updated.value, work: followProject(state, event) });
  return accept(followDecisions(state, followChanges(state, released, event), event));
}
