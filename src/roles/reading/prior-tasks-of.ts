import { lastToShip, type PriorModule, type PriorTask, priorTasks } from "../../domain/enforcement/prior-tasks.js";
import { planPath } from "../../domain/gates/state-paths.js";
import { parseModuleRef } from "../../domain/ids.js";
import { type BuiltModule, MicroPlan, plannedRef } from "../../domain/plan/micro-plan.js";
import { orThrow } from "../../domain/refusal.js";
import { readYaml } from "../../yaml/yaml.js";
import { isBuilt, type TaskReading } from "./read-task.js";

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
    last.length === 0 ? new Map<string, string>() : await stored(last.map(({ taskId }) => planPath(taskId)));
  const sealed = new Set(seals.flatMap(({ files }) => files.map(({ path }) => path)));
  return priorTasks(
    last.map(({ taskId, task, shippedAt }) => {
      const path = planPath(taskId);
      const text = plans.get(path);
      // A person may have merged it before there was a plan.
      const modules = text === undefined ? [] : orThrow(readYaml(path, text, MicroPlan)).modules.filter(isBuilt);
      const built = new Set(task.module_refs.map((ref) => parseModuleRef(ref).moduleId));
      const there = modules.filter(({ module_id }) => built.has(module_id));
      const files = there.flatMap((module) => module.files);
      const changedFiles = [...new Set(files.map((file) => file.path))];
      return { taskId, title: task.task, shippedAt, mergeSha: task.merge_sha, changedFiles, modules: there.map(known) };
    }),
    (path) => sealed.has(path),
  );
}

function known(module: BuiltModule): PriorModule {
  return { ref: plannedRef(module), entry: module.entry, exports: module.creates };
}
