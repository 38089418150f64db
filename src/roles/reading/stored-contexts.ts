import { ExecutionContext } from "../../domain/enforcement/execution-context.js";
import { type ModuleId, type ModuleRef, parseModuleRef, type TaskId } from "../../domain/ids.js";
import { orThrow } from "../../domain/refusal.js";
import { contextPath } from "../../features/modules/artifacts/artifact-paths.js";
import { readYaml } from "../../yaml/yaml.js";

/** The paths of what these modules left behind when they shipped. */
export function contextPaths(task: TaskId, modules: readonly ModuleRef[]): string[] {
  return modules.map((ref) => contextPath(task, parseModuleRef(ref).moduleId));
}

/** What modules left behind, by their ids. Those that an older version shipped left no record. */
export function storedContexts(
  task: TaskId,
  modules: readonly ModuleRef[],
  stored: ReadonlyMap<string, string>,
): ReadonlyMap<ModuleId, ExecutionContext> {
  return new Map(
    modules.flatMap((ref) => {
      const { moduleId } = parseModuleRef(ref);
      const path = contextPath(task, moduleId);
      const text = stored.get(path);
      return text === undefined ? [] : [[moduleId, orThrow(readYaml(path, text, ExecutionContext))] as const];
    }),
  );
}
