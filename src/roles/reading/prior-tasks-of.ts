import { lastToShip, type PriorTask, priorTasks } from "../../domain/enforcement/prior-tasks.js";
import { planPath } from "../../domain/gates/state-paths.js";
import { parseModuleRef } from "../../domain/ids.js";
import { MicroPlan } from "../../domain/plan/micro-plan.js";
import { orThrow } from "../../domain/refusal.js";
import { readYaml } from "../../yaml/yaml.js";
import { isBuilt, type TaskReading } from "./read-task.js";

/**
 * The last shipped tasks with the files of their modules. Files that they created are sealed and only counted; files
 * that they modified, such as shared ones, are named.
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
      const files = modules.filter(({ module_id }) => built.has(module_id)).flatMap((module) => module.files);
      const changedFiles = [...new Set(files.map((file) => file.path))];
      return { taskId, title: task.task, shippedAt, mergeSha: task.merge_sha, changedFiles };
    }),
    (path) => sealed.has(path),
  );
}
