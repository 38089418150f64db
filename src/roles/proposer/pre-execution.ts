import type { ExecutionContext } from "../../domain/enforcement/execution-context.js";
import { checkPreExecution, type DependencyStatus } from "../../domain/enforcement/pre-execution-gate.js";
import { type ModuleId, type ModuleRef, parseModuleRef } from "../../domain/ids.js";
import { entryRef, isThere } from "../../domain/index-entries/code-index-entry.js";
import { type BuiltModule, plannedRef } from "../../domain/plan/micro-plan.js";
import type { HaltCause } from "../../features/halts/escalation/causes.js";
import type { ModuleWork } from "../../features/modules/module-work.js";
import type { ModuleReading } from "../reading/read-module.js";
import type { TaskReading } from "../reading/read-task.js";

/**
 * Why a module cannot be built as planned, checked before a role is asked (requirements.md#pre-execution-gate): a
 * dependency has not shipped, or no dependency provides what it consumes. Undefined if nothing is missing.
 */
export function dependenciesMissing(task: TaskReading, module: BuiltModule): HaltCause | undefined {
  return missing(task, module, { consumes: [], exports: [] });
}

export function exportsMissing(task: TaskReading, reading: ModuleReading): HaltCause | undefined {
  const { planned, exports } = reading;
  return missing(task, planned, { consumes: planned.consumes, exports: [...exports] });
}

type Needs = { readonly consumes: readonly string[]; readonly exports: ExecutionContext["available_exports"] };

function missing(task: TaskReading, module: BuiltModule, { consumes, exports }: Needs): HaltCause | undefined {
  const { canExecute, blockedBy } = checkPreExecution({
    dependsOn: module.depends_on.map((ref) => parseModuleRef(ref).moduleId),
    consumes,
    modules: new Map(module.depends_on.flatMap((ref) => statusOf(task, ref))),
    context: {
      available_exports: exports,
      changes_so_far: { files_created: [], files_modified: [], total_additions: 0, total_deletions: 0 },
    },
  });
  if (canExecute) return undefined;
  return {
    kind: "preconditions-missing",
    module: plannedRef(module),
    blockers: blockedBy.map(({ details }) => details),
  };
}

/** Built by this task, or shipped before it, in exactly the planned version. */
function statusOf({ work, index }: TaskReading, ref: ModuleRef): [ModuleId, DependencyStatus][] {
  const { moduleId } = parseModuleRef(ref);
  const own = work.modules.find(({ module_ref, reused }) => module_ref === ref && !reused);
  if (own !== undefined) return [[moduleId, ownStatus(own)]];
  const entry = index.find((candidate) => entryRef(candidate) === ref);
  if (entry === undefined) return [];
  return [[moduleId, { name: entry.name, status: isThere(entry) ? "SHIPPED" : entry.status, verdict: null }]];
}

/** A person's override and an Arbiter's amendments take precedence over a failed review. */
function ownStatus({ name, step }: ModuleWork): DependencyStatus {
  if (step.step === "shipped") return { name, status: "SHIPPED", verdict: null };
  return { name, status: step.step === "failed" ? "HALTED" : "IN_PROGRESS", verdict: null };
}
