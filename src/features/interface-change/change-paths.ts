import { parseModuleRef } from "../../domain/ids.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { Situation } from "../../engine/situation.js";
import { revisionsOf } from "./rules/change-decision.js";
import { assessmentPath, candidatePath, consumerPath, interfaceChangePath } from "./rules/change-file-paths.js";
import type { InterfaceChange } from "./rules/interface-change.js";
import { anchorOf } from "./rules/version-task.js";

/**
 * Whether the files that the change needs in its stage were read. Files of a new stage are read with the next state.
 */
export function isRead({ state, files }: Pick<Situation, "state" | "files">, id: string): boolean {
  const change = state.interface_changes[id];
  return change !== undefined && pathsOf(state, id, change).every((path) => files.has(path));
}

/** The files of the state branch that an interface change needs, by its stage. */
export function changePaths(state: FactoryState): string[] {
  return Object.entries(state.interface_changes).flatMap(([id, change]) => pathsOf(state, id, change));
}

function pathsOf(
  state: FactoryState,
  id: string,
  { stage, target_module, task_id, decisions }: InterfaceChange,
): string[] {
  const revision = revisionsOf(decisions);
  const tasks = state.project?.tasks ?? {};
  const fileOf = (module: string) => tasks[anchorOf(tasks, module, task_id)]?.path ?? [];
  switch (stage.stage) {
    case "deciding":
      return [interfaceChangePath(id), assessmentPath(id), candidatePath(id, 1, revision)];
    case "not-agreed":
      return [interfaceChangePath(id), assessmentPath(id), candidatePath(id, stage.round, revision)];
    case "agreed":
      return [interfaceChangePath(id), assessmentPath(id), candidatePath(id, stage.round, revision)].concat(
        fileOf(target_module),
      );
    case "reverifying":
      return stage.consumers.flatMap(({ module_ref }) =>
        [consumerPath(id, parseModuleRef(module_ref).moduleId)].concat(fileOf(module_ref)),
      );
    default:
      return [];
  }
}
