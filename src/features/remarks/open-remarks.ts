import { revisionsLeft } from "../../domain/debate/debate-progress.js";
import { ModuleId, type TaskId } from "../../domain/ids.js";
import type { MicroPlan } from "../../domain/plan/micro-plan.js";
import type { Remark } from "../halts/decision-state.js";
import type { ModuleWork } from "../modules/module-work.js";
import { moduleIdOf, type TaskWork } from "../modules/task-work.js";

/** The remarks on a task that no revision has considered. An answer that was never committed does not count. */
export function openRemarks(
  remarks: readonly Remark[],
  task: TaskId,
  { modules }: Pick<TaskWork, "modules">,
): readonly Remark[] {
  const current = new Set(
    modules.flatMap(({ step, written_in }) => [written_in, step.step === "committing" ? step.question : undefined]),
  );
  return remarks.filter(
    ({ task_id, taken_in }) => task_id === task && (taken_in === undefined || !current.has(taken_in)),
  );
}

const OWN_FILES = /^\.factory\/modules\/([^/]+)\//;

/** The module that owns the file of a remark; undefined if the remark is about the whole. */
function remarkOwner(plan: MicroPlan | undefined, { path }: Pick<Remark, "path">): ModuleId | undefined {
  if (path === null) return undefined;
  const inRecords = ModuleId.safeParse(OWN_FILES.exec(path)?.[1]);
  if (inRecords.success) return inRecords.data;
  return plan?.modules.find(
    (module) => module.reuse_decision === "CREATE_NEW" && module.files.some((file) => file.path === path),
  )?.module_id;
}

/** Whether a module may consider it: it is about its own files, or about the whole. */
export function concerns(remark: Pick<Remark, "path">, module: ModuleId, plan: MicroPlan | undefined): boolean {
  const owner = remarkOwner(plan, remark);
  return owner === undefined || owner === module;
}

/** Whether the module can still be revised: not shipped, and not approved for the last time. */
export function isRevisable({ step, reused, progress, overridden_in }: ModuleWork): boolean {
  if (reused || step.step === "shipped" || step.step === "shipping") return false;
  return step.step !== "approved" || (revisionsLeft(progress) > 0 && overridden_in === undefined);
}

/** Remarks that no module of the task can consider any more. */
export function lateRemarks(
  open: readonly Remark[],
  { modules }: Pick<TaskWork, "modules">,
  plan: MicroPlan | undefined,
): readonly Remark[] {
  if (modules.length === 0) return []; // not planned yet
  const revisable = modules.filter(isRevisable).map(moduleIdOf);
  return open.filter((remark) => !revisable.some((module) => concerns(remark, module, plan)));
}
