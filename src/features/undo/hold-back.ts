import { dependantsOf, reachableFrom } from "../../domain/graph.js";
import type { TaskId } from "../../domain/ids.js";
import type { Effect } from "../../engine/effects/effect.js";
import { isMerge } from "../../engine/effects/effect-table.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { Situation } from "../../engine/situation.js";
import type { UndoState } from "./rules/undo-state.js";

/** The undos of the current project whose revert is not merged yet. */
export function undosOf({ undos, project }: FactoryState): UndoState[] {
  return undos.filter(({ phase, order }) => phase !== "settling" && order.project_id === project?.project_id);
}

/** Tasks that depend on one that is being undone: the revert would not include what they merge meanwhile. */
export function heldBack({ state }: Pick<Situation, "state">): ReadonlySet<TaskId> {
  const undone = undosOf(state).map(({ order }) => order.task_id);
  if (undone.length === 0) return new Set();
  const edges = new Map(Object.entries(state.project?.tasks ?? {}).map(([id, { depends_on }]) => [id, depends_on]));
  return reachableFrom(undone, dependantsOf(edges));
}

/** Removes their merges from the effects. */
export function withoutHeldMerges(situation: Situation, effects: readonly Effect[]): readonly Effect[] {
  const tasks = situation.state.project?.tasks ?? {};
  const pulls = new Set([...heldBack(situation)].map((id) => tasks[id]?.pull_request));
  return effects.filter((effect) => !isMerge(effect) || !pulls.has(effect.number));
}
