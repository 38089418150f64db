import { bareExportName } from "../contract/assertion.js";
import type { ModuleId } from "../ids.js";
import type { ExecutionContext } from "./execution-context.js";

/** The status of a dependency, for the gate. */
export type DependencyStatus = {
  readonly name: string;
  readonly status: string;
  /** The verdict of its debate; null while there is none, or where none was recorded. */
  readonly verdict: "PASS" | "FAIL" | null;
};

/** One reason why a module cannot be built yet (requirements.md#pre-execution-gate). */
type Blocker =
  | { readonly type: "missing_dependency"; readonly module: ModuleId; readonly details: string }
  | { readonly type: "unshipped_dependency"; readonly module: ModuleId; readonly details: string }
  | { readonly type: "missing_export"; readonly export: string; readonly details: string };

export type PreExecutionResult = { readonly canExecute: boolean; readonly blockedBy: readonly Blocker[] };

export type PreExecutionQuestion = {
  readonly dependsOn: readonly ModuleId[];
  readonly consumes: readonly string[];
  readonly modules: ReadonlyMap<ModuleId, DependencyStatus>;
  readonly context: ExecutionContext;
};

/** Whether all dependencies of a module exist. Returns every reason at once. */
export function checkPreExecution(question: PreExecutionQuestion): PreExecutionResult {
  const blockedBy = [
    ...question.dependsOn.flatMap((module) => dependencyBlockers(module, question.modules.get(module))),
    ...exportBlockers(question),
  ];
  return { canExecute: blockedBy.length === 0, blockedBy };
}

function dependencyBlockers(module: ModuleId, current: DependencyStatus | undefined): Blocker[] {
  if (current === undefined) {
    return [{ type: "missing_dependency", module, details: `dependency ${module} is not known` }];
  }
  const problems = [
    ...(current.status === "SHIPPED" ? [] : [`has status ${current.status}; it must be SHIPPED`]),
    ...(current.verdict === "FAIL" ? ["has a review verdict of FAIL"] : []),
  ];
  return problems.map((problem) => ({
    type: "unshipped_dependency",
    module,
    details: `dependency ${module} (${current.name}) ${problem}`,
  }));
}

function exportBlockers({ consumes, context }: PreExecutionQuestion): Blocker[] {
  const available = new Set(context.available_exports.map((item) => item.name));
  return consumes
    .map(bareExportName)
    .filter((name) => !available.has(name))
    .map((name) => ({
      type: "missing_export",
      export: name,
      details: `export "${name}" is consumed but no shipped module provides it`,
    }));
}
