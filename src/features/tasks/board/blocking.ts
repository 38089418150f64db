import { openBoard } from "./board.js";
import type { ProjectState } from "./project-state.js";

/**
 * Derives BLOCKED again for every waiting task: both the cascade of a halt and the clearing after its resolution
 * (requirements.md#blocking). Linear in tasks and edges, idempotent.
 */
export function recomputeBlocked(state: ProjectState): ProjectState {
  return openBoard(state).toState();
}
