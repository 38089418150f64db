import { Contract } from "../../domain/contract/contract.js";
import { highestVersion } from "../../domain/contract/version.js";
import { moduleStatePath } from "../../domain/gates/state-paths.js";
import { type ModuleRef, moduleRef, parseModuleRef, type TaskId } from "../../domain/ids.js";
import { orThrow } from "../../domain/refusal.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { Situation } from "../../engine/situation.js";
import { readYaml } from "../../yaml/yaml.js";
import { taskFileOf } from "../halts/task-reading.js";
import { withDependencyContracts } from "./task-file/amend-task-file.js";
import { dependencyContractOf, unreadContractOf } from "./task-file/dependency-contract.js";
import { renderTaskFile } from "./task-file/render-task-file.js";
import type { DependencyContract } from "./task-file/task-file.js";

type Read = Pick<Situation, "state" | "files">;

/**
 * The task's file as its work begins with it: the contracts of the tasks it depends on are known by now
 * (decisions.md#task-files-say-none). Undefined where the file was not read: what was started just now is read with the
 * state that says so.
 */
export function dispatchedTaskFile(situation: Read, task: TaskId): string | undefined {
  const { state, files } = situation;
  const refs = builtOn(state, task);
  if (refs.length === 0) return files.get(state.project?.tasks[task]?.path ?? "");
  const file = taskFileOf(situation, task);
  if (file === undefined) return undefined;
  const contracts = refs.map((ref) => contractOf(situation, ref));
  return renderTaskFile(orThrow(withDependencyContracts(file, contracts)));
}

/**
 * Where the contracts of the modules that a task builds on may lie on the state branch. One that was reused was written by
 * another task, perhaps of another product: a path that is not there is no fault.
 */
export function contractPaths(state: FactoryState, task: TaskId): string[] {
  return builtOn(state, task).flatMap((ref) => pathsOf(state, ref));
}

/** What the tasks before it shipped, each module in its newest version. */
function builtOn({ project }: FactoryState, task: TaskId): ModuleRef[] {
  const upstream = project?.tasks[task]?.depends_on ?? [];
  const shipped = upstream.flatMap((id) => project?.tasks[id]?.module_refs ?? []).map(parseModuleRef);
  return [...new Set(shipped.map(({ moduleId }) => moduleId))].sort().flatMap((id) => {
    const version = highestVersion(shipped.filter(({ moduleId }) => moduleId === id).map((ref) => ref.version));
    return version === undefined ? [] : [moduleRef(id, version)];
  });
}

function pathsOf({ project }: FactoryState, ref: ModuleRef): string[] {
  return Object.entries(project?.tasks ?? {})
    .filter(([, { module_refs }]) => module_refs.includes(ref))
    .map(([id]) => moduleStatePath(id, ref, "contract.yml"));
}

function contractOf({ state, files }: Read, ref: ModuleRef): DependencyContract {
  for (const path of pathsOf(state, ref)) {
    const text = files.get(path);
    const contract = text === undefined ? undefined : orThrow(readYaml(path, text, Contract));
    if (contract !== undefined && moduleRef(contract.module_id, contract.module_version) === ref)
      return dependencyContractOf(contract);
  }
  return unreadContractOf(ref);
}
