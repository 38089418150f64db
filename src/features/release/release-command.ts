import type { CommandResult } from "../../commands/define-command.js";
import type { ModuleRef } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { Situation } from "../../engine/situation.js";
import { shippedEarlier } from "../shipping/known-versions.js";
import type { ProjectState } from "../tasks/board/project-state.js";
import { undosOf } from "../undo/hold-back.js";
import { newReleaseOrder } from "./release-order.js";
import { releasePull } from "./release-proposal.js";
import { checkReleaseTrigger, partialReleaseSet } from "./rules/release-set.js";
import type { ReleaseState } from "./rules/release-state.js";

/**
 * `/factory release [module@version ...]`: everything that is active, or exactly the named modules
 * (requirements.md#release).
 */
export function orderRelease(situation: Situation, by: string, refs: readonly ModuleRef[]): Outcome<CommandResult> {
  const { state, now: at } = situation;
  const { project, release } = state;
  if (project === null) return refuse("no-project", "There is nothing to release: no project has started.");
  if (project.status !== "ACTIVE") return refuse("project-not-active", notActive(project, release));
  const [undo] = undosOf(state);
  if (undo !== undefined)
    return refuse(
      "undo-under-way",
      `${undo.order.task_id} is being taken back: merge or close its pull request first.`,
    );
  const tasks = new Map(Object.entries(project.tasks));
  const due = refs.length === 0 ? checkReleaseTrigger(tasks) : partialReleaseSet(refs, tasks, shippedEarlier(state));
  if (!due.ok) return due;
  if (release !== null && isUnderWay(situation, release)) {
    const message = `${release.order.release_id} is under way: it is ${release.phase}. The status comment says what it waits for.`;
    return refuse("release-under-way", message, { release_id: release.order.release_id });
  }
  const order = newReleaseOrder(situation, { modules: due.value === "due" ? null : due.value, by });
  if (order === null) return refuse("no-state", "There is no state to release from.");
  const what = order.modules === null ? "Everything that is active" : order.modules.join(", ");
  return accept({
    events: [{ kind: "release-due", at, order }],
    answer: `${what} is being prepared as ${order.release_id}: the four release gates run, and then you hear here what came of it.`,
  });
}

function notActive({ status }: ProjectState, release: ReleaseState | null): string {
  if (status === "PAUSED") return "The project is paused. Say `/factory resume` first.";
  if (status === "ABORTED") return "The project was aborted and is kept as it is; it is not released.";
  const as = release?.phase === "published" ? ` as \`${release.tag}\`` : "";
  return `The project is released already${as}. The next product starts with the next labelled issue.`;
}

/** A proposal that a person closed is not continued automatically, so another attempt may replace it. */
function isUnderWay(situation: Situation, release: ReleaseState): boolean {
  switch (release.phase) {
    case "published":
    case "refused":
      return false;
    case "proposing": {
      const pull = releasePull(situation, release.order);
      return pull?.state !== "closed" && pull?.mergeable !== "conflicting";
    }
    default:
      return true;
  }
}
