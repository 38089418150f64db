import { z } from "zod";
import { Compatibility } from "../../../domain/contract/compatibility.js";
import { Contract } from "../../../domain/contract/contract.js";
import { parseModuleRange } from "../../../domain/contract/dependency.js";
import { ModuleRef, parseModuleRef, TaskId } from "../../../domain/ids.js";
import { type CodeIndexEntry, entryRef, isActive } from "../../../domain/index-entries/code-index-entry.js";
import type { TaskState } from "../../tasks/board/project-state.js";
import type { CandidateContract } from "./apply-delta.js";

/** The consequences of an exception, computed when it is raised, so that a person decides about facts. */
export const ChangeAssessment = z.strictObject({
  shipped: Contract,
  compatibility: Compatibility,
  /** Every reason why callers would notice; empty if none would. */
  reasons: z.array(z.string().min(1)),
  /** Where the raiser's expectation differs from the computed verdict. */
  disagreement: z.string().min(1).nullable(),
  affected: z.strictObject({ modules: z.array(ModuleRef), tasks: z.array(TaskId) }),
});
export type ChangeAssessment = z.infer<typeof ChangeAssessment>;

export type Affected = ChangeAssessment["affected"];

export function assessChange(
  shipped: Contract,
  { verdict, disagreement }: CandidateContract,
  affected: Affected,
): ChangeAssessment {
  return {
    shipped,
    compatibility: verdict.compatibility,
    reasons: [...verdict.reasons],
    disagreement,
    affected: { modules: [...affected.modules], tasks: [...affected.tasks] },
  };
}

/**
 * The consumers of a module: the active modules that declare it, from the index, and the open tasks that depend on the
 * task that shipped it, from the state. The task that requested the change is left out.
 */
export function affectedBy(
  target: ModuleRef,
  raisedBy: TaskId,
  {
    entries,
    tasks,
  }: { readonly entries: readonly CodeIndexEntry[]; readonly tasks: Readonly<Record<TaskId, TaskState>> },
): Affected {
  const { moduleId } = parseModuleRef(target);
  const modules = entries
    .filter(isActive)
    .filter(({ dependencies }) => dependencies.some((query) => parseModuleRange(query).moduleId === moduleId))
    .map(entryRef);
  const makers = new Set(
    Object.entries(tasks)
      .filter(([, { module_refs }]) => module_refs.some((ref) => parseModuleRef(ref).moduleId === moduleId))
      .map(([id]) => id),
  );
  const open = Object.entries(tasks).filter(
    ([id, { status, depends_on }]) =>
      id !== raisedBy && status !== "SHIPPED" && status !== "ABANDONED" && depends_on.some((on) => makers.has(on)),
  );
  return { modules, tasks: open.map(([id]) => id) };
}
