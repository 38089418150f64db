import type { Wait, WaitView } from "../../engine/wait.js";
import { isPaused } from "../pause/is-paused.js";
import type { UndoState } from "./rules/undo-state.js";
import { undoPull } from "./undo-proposal.js";

/** What undos wait for: a person, as soon as there is something to merge. */
export function undoWaits(view: WaitView): Wait[] {
  const { state } = view;
  if (isPaused(state)) return [];
  return state.undos.filter(({ phase }) => phase !== "settling").map((undo) => undoWait(view, undo));
}

function undoWait({ observed, config }: WaitView, undo: UndoState): Wait {
  const { task_id: task, at: since } = undo.order;
  const pull = observed === null ? undefined : undoPull({ observed, config }, undo);
  if (observed === null && undo.phase === "proposing")
    return { who: "person", for: `you to merge or close the pull request that takes ${task} back`, since, task };
  if (pull === undefined) return { who: "factory", for: `the revert of ${task} to be proposed`, since, task };
  const yours = { who: "person", since, task, pull_request: pull.number } as const;
  if (pull.mergeable === "conflicting") {
    const again = `/factory undo ${task}`;
    const words = `you: #${pull.number}, which takes ${task} back, conflicts with what was merged since. Close it and say \`${again}\` again`;
    return { ...yours, for: words, commands: [again] };
  }
  const why = pull.mergeBlockedBy === null ? "" : `; ${pull.mergeBlockedBy}`;
  return { ...yours, for: `you to merge or close #${pull.number}, which takes ${task} back${why}` };
}
