import type { Adjudication } from "../../domain/debate/adjudication.js";
import type { ExecutionContext } from "../../domain/enforcement/execution-context.js";
import { checkPreExecution, type DependencyStatus } from "../../domain/enforcement/pre-execution-gate.js";
import { type ModuleId, type ModuleRef, parseModuleRef } from "../../domain/ids.js";
import { type CodeIndexEntry, entryRef, isThere } from "../../domain/index-entries/code-index-entry.js";
import { type BuiltModule, plannedRef } from "../../domain/plan/micro-plan.js";
import type { HaltCause } from "../../features/halts/escalation/causes.js";
import type { ModuleWork } from "../../features/modules/module-work.js";
import { ShipEvidence } from "../../features/shipping/ship-evidence.js";
import { readYaml } from "../../yaml/yaml.js";
import type { ModuleReading } from "../reading/read-module.js";
import type { TaskReading } from "../reading/read-task.js";

/**
 * Why a module cannot be built as planned, checked before a role is asked (requirements.md#pre-execution-gate): a
 * dependency has not shipped, or no dependency provides what it consumes. Undefined if nothing is missing.
 */
export function dependenciesMissing(task: TaskReading, module: BuiltModule): Promise<HaltCause | undefined> {
  return missing(task, module, { consumes: [], exports: [] });
}

export function exportsMissing(task: TaskReading, reading: ModuleReading): Promise<HaltCause | undefined> {
  const { planned, exports } = reading;
  return missing(task, planned, { consumes: planned.consumes, exports: [...exports] });
}

type Needs = { readonly consumes: readonly string[]; readonly exports: ExecutionContext["available_exports"] };

async function missing(
  task: TaskReading,
  module: BuiltModule,
  { consumes, exports }: Needs,
): Promise<HaltCause | undefined> {
  const statuses = await Promise.all(module.depends_on.map((ref) => statusOf(task, ref)));
  const { canExecute, blockedBy } = checkPreExecution({
    dependsOn: module.depends_on.map((ref) => parseModuleRef(ref).moduleId),
    consumes,
    modules: new Map(statuses.flat()),
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
async function statusOf({ work, index, tree }: TaskReading, ref: ModuleRef): Promise<[ModuleId, DependencyStatus][]> {
  const { moduleId } = parseModuleRef(ref);
  const own = work.modules.find(({ module_ref, reused }) => module_ref === ref && !reused);
  if (own !== undefined) return [[moduleId, ownStatus(own)]];
  const entry = index.find((candidate) => entryRef(candidate) === ref);
  if (entry === undefined) return [];
  const status = isThere(entry) ? "SHIPPED" : entry.status;
  return [[moduleId, { name: entry.name, status, verdict: await shippedVerdict(tree, entry) }]];
}

function ownStatus(module: ModuleWork): DependencyStatus {
  const { name, step } = module;
  const verdict = reviewVerdict(module);
  if (step.step === "shipped") return { name, status: "SHIPPED", verdict };
  return { name, status: step.step === "failed" ? "HALTED" : "IN_PROGRESS", verdict };
}

/** A person's override and an Arbiter's decision take precedence over a failed review. */
function reviewVerdict({ trail, overridden_in }: ModuleWork): DependencyStatus["verdict"] {
  const adjudication = trail.adjudications.at(-1);
  if (overridden_in !== undefined) return "PASS";
  if (adjudication !== undefined) return verdictOf(adjudication.decision);
  return trail.challenges.at(-1)?.verdict ?? null;
}

function verdictOf(decision: Adjudication["decision"]): "PASS" | "FAIL" {
  return decision === "REJECT" ? "FAIL" : "PASS";
}

/** By the evidence on the default branch, which people can edit. */
async function shippedVerdict(
  tree: TaskReading["tree"],
  { ship_ref }: CodeIndexEntry,
): Promise<"PASS" | "FAIL" | null> {
  const text = await tree.read(ship_ref);
  const evidence = text === undefined ? undefined : readYaml(ship_ref, text, ShipEvidence);
  if (evidence?.ok !== true) return null;
  const { verification, provenance } = evidence.value;
  if (verification.result === "FAIL") return "FAIL";
  return provenance !== undefined && "decision" in provenance.decided_by
    ? verdictOf(provenance.decided_by.decision)
    : "PASS";
}
