import { dependantsOf, reachableFrom } from "../../domain/graph.js";
import type { Effect } from "../../engine/effects/effect.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { Situation } from "../../engine/situation.js";
import type { InterfaceChange } from "./rules/interface-change.js";
import { anchorOf } from "./rules/version-task.js";

/** Pending effects of interface changes: a turn of the debate, or a search for consumers of what has shipped. */
export function changeEffects({ state, observed }: Situation): Effect[] {
  const head = observed.defaultHead;
  if (state.project?.status !== "ACTIVE" || head === null) return [];
  return Object.entries(state.interface_changes).flatMap(([change_id, change]): Effect[] => {
    const { stage, task_id } = change;
    if (stage.stage === "shipped") {
      if (isBuiltOnMeanwhile(state, change)) return [];
      return [{ kind: "find-consumers", key: `${change_id}:consumers`, change_id, head }];
    }
    if (stage.stage !== "debating") return [];
    const { activity, round, question } = stage;
    const key = `${change_id}:${question}`;
    return [{ kind: "debate-contract", key, change_id, task: task_id, activity, round, question, head }];
  });
}

/**
 * Whether a task in progress may have been planned with the version before. It would ship after the search for
 * consumers, and no release would accept it.
 */
function isBuiltOnMeanwhile({ project, work }: FactoryState, { target_module, task_id }: InterfaceChange): boolean {
  const tasks = project?.tasks ?? {};
  const edges = new Map(Object.entries(tasks).map(([id, { depends_on }]) => [id, depends_on]));
  const after = reachableFrom([anchorOf(tasks, target_module, task_id)], dependantsOf(edges));
  return Object.entries(work).some(([id, { stage }]) => id !== task_id && stage.stage !== "opening" && !after.has(id));
}
