import type { DebateRound, DependencySurface, GateFacts } from "../context/assembly/role-facts.js";
import { availableExports } from "../context/source/exports.js";
import { Contract } from "../domain/contract/contract.js";
import { MAX_GATE_ATTEMPTS } from "../domain/debate/limits.js";
import type { AvailableExport } from "../domain/enforcement/execution-context.js";
import type { SectionsInput } from "../domain/enforcement/prompt-sections.js";
import { firstAttempt, type RetryContext } from "../domain/enforcement/retry-context.js";
import type { GateReports } from "../domain/gates/conclude-gates.js";
import { GateReport } from "../domain/gates/gate-report.js";
import { moduleStatePath } from "../domain/gates/state-paths.js";
import { type ModuleId, type ModuleRef, parseModuleRef } from "../domain/ids.js";
import { moduleFolder } from "../domain/index-entries/code-index-entry.js";
import type { BuiltModule } from "../domain/plan/micro-plan.js";
import { examplesStatePath, gateReportPath } from "../domain/work/artifact-paths.js";
import type { ModuleWork } from "../domain/work/module-work.js";
import { moduleIdOf } from "../domain/work/task-work.js";
import { readYaml } from "../yaml.js";
import { importSpecifier } from "./import-specifier.js";
import { orThrow } from "./or-throw.js";
import { isBuilt, plannedModule, type TaskReading } from "./read-task.js";

/** A shipped module that this one builds on: its contract, read, and what its users may know. */
export type Dependency = { readonly contract: Contract; readonly surface: DependencySurface };

/** Everything that is known about the module being built. */
export type ModuleReading = {
  readonly planned: BuiltModule;
  readonly work: ModuleWork;
  /** Null until it has been specified. */
  readonly contract: Contract | null;
  readonly contractText: string | null;
  readonly examples: string | null;
  /** The last gates' reports; null before the first. */
  readonly reports: GateReports | null;
  readonly dependencies: readonly Dependency[];
  readonly exports: readonly AvailableExport[];
};

export async function readModule(task: TaskReading, id: ModuleId): Promise<ModuleReading> {
  const planned = plannedModule(task, id);
  const work = task.work.modules.find((module) => moduleIdOf(module) === id);
  if (work === undefined) throw new Error(`${id} is not in work in ${task.taskId}`);
  const contractPath = moduleStatePath(task.taskId, id, "contract.yml");
  const examplesPath = examplesStatePath(task.taskId, id);
  const nonces = work.concluded === null ? [] : [work.concluded.nonces.judge, work.concluded.nonces.execute];
  const reportPaths = nonces.map((nonce) => gateReportPath(task.taskId, nonce));
  const stored = await task.stored([contractPath, examplesPath, ...reportPaths]);
  const contractText = stored.get(contractPath) ?? null;
  const [judge, execute] = reportPaths.map((path) => {
    const text = stored.get(path);
    return text === undefined ? undefined : orThrow(readYaml(path, text, GateReport));
  });
  const dependencies = await Promise.all(planned.depends_on.map((ref) => readDependency(task, ref)));
  return {
    planned,
    work,
    contract: contractText === null ? null : orThrow(readYaml(contractPath, contractText, Contract)),
    contractText,
    examples: stored.get(examplesPath) ?? null,
    reports: judge === undefined || execute === undefined ? null : { judge, execute },
    dependencies,
    exports: (
      await Promise.all(dependencies.map((dependency) => exportsOfDependency(task, planned, dependency)))
    ).flat(),
  };
}

async function readDependency({ tree }: TaskReading, ref: ModuleRef): Promise<Dependency> {
  const { moduleId, version } = parseModuleRef(ref);
  const folder = moduleFolder(moduleId, version);
  const [contractText, examples] = await Promise.all([
    tree.read(`${folder}/contract.yml`),
    tree.read(`${folder}/examples.md`),
  ]);
  if (contractText === undefined || examples === undefined) {
    throw new Error(`${ref} has shipped, and its contract or examples are not in ${folder}`);
  }
  const contract = orThrow(readYaml(`${folder}/contract.yml`, contractText, Contract));
  return { contract, surface: { ref, entry: contract.entry, contract: contractText, examples, ship: null } };
}

/** Found by the compiler in the dependency's own files; the role sees the names alone. */
async function exportsOfDependency(
  { tree }: TaskReading,
  planned: BuiltModule,
  { contract, surface }: Dependency,
): Promise<AvailableExport[]> {
  const sources = new Map<string, string>();
  for (const { path } of contract.files) {
    const text = await tree.read(path);
    if (text !== undefined) sources.set(path, text);
  }
  const from = importSpecifier(planned.entry, contract.entry);
  return availableExports({ module: surface.ref, entry: contract.entry, sources, from });
}

/** What seed 000 injects before the work. */
export function sectionsOf(task: TaskReading, module: ModuleReading): SectionsInput {
  const { planned, work, contract, exports } = module;
  const sealed = new Set(task.seals.flatMap(({ files }) => files.map(({ path }) => path)));
  const shippedHere = task.work.modules.filter(({ step }) => step.step === "shipped").map(moduleIdOf);
  const plannedModules = (task.plan?.modules ?? []).filter(isBuilt);
  const done = plannedModules.filter(({ module_id }) => shippedHere.includes(module_id));
  const filesOf = (action: string) =>
    done.flatMap(({ files }) => files.filter((file) => file.action === action).map(({ path }) => path));
  return {
    moduleId: planned.module_id,
    dependsOn: planned.depends_on.map((ref) => parseModuleRef(ref).moduleId),
    creates: planned.creates,
    assertions: contract?.assertions ?? [],
    neighbours: plannedModules.map(({ module_id, creates }) => ({
      moduleId: module_id,
      shipped: shippedHere.includes(module_id),
      creates,
    })),
    context: {
      available_exports: [...exports],
      changes_so_far: {
        files_created: filesOf("CREATE"),
        files_modified: filesOf("MODIFY"),
        total_additions: 0,
        total_deletions: 0,
      },
    },
    retry: retryOf(work),
    isSealed: (path) => sealed.has(path),
  };
}

function retryOf({ failures, progress }: ModuleWork): RetryContext {
  if (failures.length === 0) return firstAttempt(MAX_GATE_ATTEMPTS);
  return {
    attempt: Math.min(MAX_GATE_ATTEMPTS, Math.max(2, progress.gate_attempts + 1)),
    max_attempts: MAX_GATE_ATTEMPTS,
    previous_violations: failures.map(({ validator, message, fix }) => ({
      source: "gate",
      check: validator,
      message,
      expected: fix === "" ? "the validator passes" : fix,
      actual: message,
    })),
  };
}

/** Both halves of the last judgement as one. */
export function gateFacts({ judge, execute }: GateReports): GateFacts {
  return {
    validators: [...judge.validators, ...execute.validators],
    tests: execute.tests,
    assertions: [...judge.assertions, ...execute.assertions],
    commands: execute.commands,
  };
}

/** The rounds of the debate, oldest first; what answers to a proposal names it. */
export function debateRounds({ trail }: ModuleWork): DebateRound[] {
  return trail.proposals.map((proposal) => ({
    proposal,
    challenge: trail.challenges.find(({ target_artifact_id }) => target_artifact_id === proposal.proposal_id) ?? null,
    adjudication:
      trail.adjudications.find(({ target_artifact_id }) => target_artifact_id === proposal.proposal_id) ?? null,
  }));
}
