import type { Situation } from "../../engine/situation.js";
import { isPaused } from "../pause/is-paused.js";
import type { Waiting } from "../status/status-comment.js";
import { undoPull } from "./undo-proposal.js";

/** What undos wait for: a person, as soon as there is something to merge. */
export function undoWaits(situation: Situation): Waiting[] {
  const { state } = situation;
  if (isPaused(state)) return [];
  const open = state.undos.filter(({ phase }) => phase !== "settling");
  return open.map((undo) => {
    const { task_id, at: since } = undo.order;
    const pull = undoPull(situation, undo);
    if (pull === undefined) return { for: `the revert of ${task_id} to be proposed`, since };
    if (pull.mergeable === "conflicting") {
      return {
        for: `you: #${pull.number}, which takes ${task_id} back, conflicts with what was merged since. Close it and say \`/factory undo ${task_id}\` again`,
        since,
      };
    }
    const why = pull.mergeBlockedBy === null ? "" : `; ${pull.mergeBlockedBy}`;
    return { for: `you to merge or close #${pull.number}, which takes ${task_id} back${why}`, since };
  });
}
