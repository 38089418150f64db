import { openBoard } from "./board.js";
import type { ProjectState } from "./project-state.js";

/**
 * The same state with BLOCKED derived afresh for every waiting task: the forward cascade of a halt and the clearing after
 * its resolution are both this (requirements.md#blocking). Linear in tasks and edges, idempotent.
 */
export function recomputeBlocked(state: ProjectState): ProjectState {
  return openBoard(state).toState();
}
