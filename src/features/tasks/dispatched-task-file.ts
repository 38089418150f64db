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
 * The task's file at the start of its work: the contracts of its dependencies are known by now
 * (decisions.md#task-files-say-none). Undefined if the file was not read: that of a task that has just started is read
 * with the next state.
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
 * The possible paths of the contracts of a task's dependencies on the state branch. A reused module was written by
 * another task, perhaps of another product, so a missing path is no fault.
 */
export function contractPaths(state: FactoryState, task: TaskId): string[] {
  return builtOn(state, task).flatMap((ref) => pathsOf(state, ref));
}

/** The modules that its dependencies shipped, each in its newest version. */
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
