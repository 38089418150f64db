import { Contract } from "../../domain/contract/contract.js";
import { highestVersion } from "../../domain/contract/version.js";
import { moduleStatePath } from "../../domain/gates/state-paths.js";
import { type ModuleRef, moduleRef, parseModuleRef, type TaskId } from "../../domain/ids.js";
import { orThrow } from "../../domain/refusal.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { Situation } from "../../engine/situation.js";
import { readYaml } from "../../yaml/yaml.js";
import { taskFileOf } from "../halts/task-reading.js";
import { examplesStatePath } from "../modules/artifacts/artifact-paths.js";
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
 * The possible paths of the contracts and examples of a task's dependencies on the state branch. A reused module was written by
 * another task, perhaps of another product, so a missing path is no fault.
 */
export function contractPaths(state: FactoryState, task: TaskId): string[] {
  return builtOn(state, task).flatMap((ref) =>
    placesOf(state, ref).flatMap(({ contract, examples }) => [contract, examples]),
  );
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

type Place = { readonly contract: string; readonly examples: string };

/** Where each task that names the module has its contract and examples. */
function placesOf({ project }: FactoryState, ref: ModuleRef): Place[] {
  return Object.entries(project?.tasks ?? {})
    .filter(([, { module_refs }]) => module_refs.includes(ref))
    .map(([id]) => ({
      contract: moduleStatePath(id, ref, "contract.yml"),
      examples: examplesStatePath(id, parseModuleRef(ref).moduleId),
    }));
}

function contractOf({ state, files }: Read, ref: ModuleRef): DependencyContract {
  for (const place of placesOf(state, ref)) {
    const text = files.get(place.contract);
    const contract = text === undefined ? undefined : orThrow(readYaml(place.contract, text, Contract));
    if (contract !== undefined && moduleRef(contract.module_id, contract.module_version) === ref)
      return dependencyContractOf(contract, files.get(place.examples));
  }
  return unreadContractOf(ref);
}
