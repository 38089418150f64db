import { accumulateContext, type ExecutionContext } from "../../domain/enforcement/execution-context.js";
import type { LineChanges } from "../../domain/enforcement/line-changes.js";
import { lastToShip, type PriorModule, type PriorTask, priorTasks } from "../../domain/enforcement/prior-tasks.js";
import { planPath } from "../../domain/gates/state-paths.js";
import { parseModuleRef } from "../../domain/ids.js";
import { type BuiltModule, MicroPlan, plannedRef } from "../../domain/plan/micro-plan.js";
import { orThrow } from "../../domain/refusal.js";
import { readYaml } from "../../yaml/yaml.js";
import { isBuilt, type TaskReading } from "./read-task.js";
import { contextPaths, storedContexts } from "./stored-contexts.js";

/** What really changed; by its plan, where nothing was recorded at ship. */
function filesOf({ files }: BuiltModule, context: ExecutionContext | undefined): string[] {
  if (context === undefined) return files.map(({ path }) => path);
  const { files_created, files_modified } = context.changes_so_far;
  return [...files_created, ...files_modified];
}

function linesOf(contexts: readonly ExecutionContext[]): LineChanges {
  const { total_additions: additions, total_deletions: deletions } = accumulateContext(contexts).changes_so_far;
  return { additions, deletions };
}

/**
 * The last shipped tasks with their modules, and the names of the files they touched. Those that they created are
 * sealed; those that they modified, such as shared ones, are not.
 */
export async function priorTasksOf({
  state,
  seals,
  stored,
}: Pick<TaskReading, "state" | "seals" | "stored">): Promise<PriorTask[]> {
  const shipped = Object.entries(state.project?.tasks ?? {}).flatMap(([taskId, task]) =>
    task.status === "SHIPPED" && task.shipped_at !== null ? [{ taskId, task, shippedAt: task.shipped_at }] : [],
  );
  const last = lastToShip(shipped);
  const plans =
    last.length === 0
      ? new Map<string, string>()
      : await stored(last.flatMap(({ taskId, task }) => [planPath(taskId), ...contextPaths(taskId, task.module_refs)]));
  const sealed = new Set(seals.flatMap(({ files }) => files.map(({ path }) => path)));
  return priorTasks(
    last.map(({ taskId, task, shippedAt }) => {
      const path = planPath(taskId);
      const text = plans.get(path);
      // A person may have merged it before there was a plan.
      const modules = text === undefined ? [] : orThrow(readYaml(path, text, MicroPlan)).modules.filter(isBuilt);
      const built = new Set(task.module_refs.map((ref) => parseModuleRef(ref).moduleId));
      const own = modules.filter(({ module_id }) => built.has(module_id));
      const contexts = storedContexts(taskId, own.map(plannedRef), plans);
      const files = own.flatMap((module) => filesOf(module, contexts.get(module.module_id)));
      const shown = {
        taskId,
        title: task.task,
        shippedAt,
        mergeSha: task.merge_sha,
        changedFiles: [...new Set(files)],
        modules: own.map((module) => known(module, contexts.get(module.module_id))),
      };
      return contexts.size === 0 ? shown : { ...shown, lines: linesOf([...contexts.values()]) };
    }),
    (path) => sealed.has(path),
  );
}

function known(module: BuiltModule, context: ExecutionContext | undefined): PriorModule {
  const exports = context?.available_exports.map(({ name }) => name) ?? module.creates;
  return { ref: plannedRef(module), entry: module.entry, exports };
}
