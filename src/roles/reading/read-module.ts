import type { DebateRound, GateFacts } from "../../context/sections/role-facts.js";
import { Contract } from "../../domain/contract/contract.js";
import { highestVersion } from "../../domain/contract/version.js";
import { gateAttempts } from "../../domain/debate/debate-progress.js";
import type { AssertionResult } from "../../domain/enforcement/assertion-result.js";
import {
  type AvailableExport,
  accumulateContext,
  type ExecutionContext,
} from "../../domain/enforcement/execution-context.js";
import { attemptVerdict, isOfBuild } from "../../domain/enforcement/module-validation.js";
import type { SectionsInput } from "../../domain/enforcement/prompt-sections.js";
import { firstAttempt, type RetryContext, type Violation } from "../../domain/enforcement/retry-context.js";
import { GateReport } from "../../domain/gates/gate-report.js";
import { moduleStatePath } from "../../domain/gates/state-paths.js";
import { type ModuleId, type ModuleRef, parseModuleRef } from "../../domain/ids.js";
import { isThere, moduleFolder } from "../../domain/index-entries/code-index-entry.js";
import type { BuiltModule } from "../../domain/plan/micro-plan.js";
import { orThrow } from "../../domain/refusal.js";
import type { GateReports } from "../../features/gate-runs/conclude-gates.js";
import { violationOfAssertion } from "../../features/gate-runs/contract-violations.js";
import { withVerdicts } from "../../features/gate-runs/semantic-results.js";
import { examplesStatePath, gateReportPath } from "../../features/modules/artifacts/artifact-paths.js";
import type { GateFailure, ModuleWork } from "../../features/modules/module-work.js";
import { moduleIdOf } from "../../features/modules/task-work.js";
import { readYaml } from "../../yaml/yaml.js";
import { type Dependency, exportsOfDependency, readDependency } from "./read-dependency.js";
import { readAt } from "./read-shipped.js";
import { isBuilt, plannedModule, type TaskReading } from "./read-task.js";
import { readShippedElsewhere, type ShippedElsewhere } from "./shipped-elsewhere.js";
import { contextPaths, storedContexts } from "./stored-contexts.js";

/** All facts about the module being built. */
export type ModuleReading = {
  readonly planned: BuiltModule;
  readonly work: ModuleWork;
  /** Null until it is specified. */
  readonly contract: Contract | null;
  readonly contractText: string | null;
  /** The contract that was agreed before its task started; null if its task makes its own. */
  readonly agreed: Contract | null;
  /** The shipped version before it; null for a module's first. */
  readonly predecessor: Contract | null;
  readonly examples: string | null;
  /** The last gates' reports; null before the first. */
  readonly reports: GateReports | null;
  readonly dependencies: readonly Dependency[];
  readonly exports: readonly AvailableExport[];
  /** What the modules that shipped before it on this branch left behind. */
  readonly left: ReadonlyMap<ModuleId, ExecutionContext>;
  /** Modules of other tasks that it does not depend on. */
  readonly shippedElsewhere: ShippedElsewhere;
};

export async function readModule(task: TaskReading, id: ModuleId): Promise<ModuleReading> {
  const planned = plannedModule(task, id);
  const work = task.work.modules.find((module) => moduleIdOf(module) === id);
  if (work === undefined) throw new Error(`${id} is not in work in ${task.taskId}`);
  const contractPath = moduleStatePath(task.taskId, id, "contract.yml");
  const examplesPath = examplesStatePath(task.taskId, id);
  const nonces = work.concluded === null ? [] : [work.concluded.nonces.judge, work.concluded.nonces.execute];
  const reportPaths = nonces.map((nonce) => gateReportPath(task.taskId, nonce));
  const agreedPath = task.state.agreed_versions[task.taskId]?.contract;
  const agreedPaths = agreedPath === undefined ? [] : [agreedPath];
  const before = builtBefore(task);
  const contexts = contextPaths(task.taskId, before);
  const stored = await task.stored([contractPath, examplesPath, ...reportPaths, ...agreedPaths, ...contexts]);
  const contractText = stored.get(contractPath) ?? null;
  const [judge, execute] = reportPaths.map((path) => {
    const text = stored.get(path);
    return text === undefined ? undefined : orThrow(readYaml(path, text, GateReport));
  });
  const dependencies = await Promise.all(planned.depends_on.map((ref) => readDependency(task.tree, ref)));
  return {
    planned,
    work,
    contract: contractText === null ? null : orThrow(readYaml(contractPath, contractText, Contract)),
    contractText,
    agreed: agreedPath === undefined ? null : agreedFor(id, agreedPath, stored),
    predecessor: await predecessorOf(task, planned),
    examples: stored.get(examplesPath) ?? null,
    reports: judge === undefined || execute === undefined ? null : { judge, execute },
    dependencies,
    left: storedContexts(task.taskId, before, stored),
    shippedElsewhere: await readShippedElsewhere(task, planned),
    exports: (
      await Promise.all(dependencies.map((dependency) => exportsOfDependency(task.tree, dependency, planned.entry)))
    ).flat(),
  };
}

/** The modules of this task that have shipped on its branch. */
function builtBefore({ work }: TaskReading): ModuleRef[] {
  return work.modules
    .filter(({ step, reused }) => step.step === "shipped" && !reused)
    .map(({ module_ref }) => module_ref);
}

/** The newest existing version, which this one replaces. */
async function predecessorOf({ index, tree }: TaskReading, planned: BuiltModule): Promise<Contract | null> {
  const { module_id, module_version } = planned;
  const others = index.filter((entry) => entry.module_id === module_id && entry.version !== module_version);
  const newest = highestVersion(others.filter(isThere).map(({ version }) => version));
  if (newest === undefined) return null;
  return orThrow(await readAt(tree, `${moduleFolder(module_id, newest)}/contract.yml`, Contract));
}

/** A person's own plan may have further modules without an agreement. */
function agreedFor(id: ModuleId, path: string, stored: ReadonlyMap<string, string>): Contract | null {
  const contract = orThrow(readYaml(path, stored.get(path) ?? "", Contract));
  return contract.module_id === id ? contract : null;
}

/** The sections before the work (requirements.md#prompt-sections). */
export function sectionsOf(task: TaskReading, module: ModuleReading): SectionsInput {
  const { planned, work, contract, exports, shippedElsewhere } = module;
  const sealed = new Set(task.seals.flatMap(({ files }) => files.map(({ path }) => path)));
  const shippedHere = task.work.modules.filter(({ step }) => step.step === "shipped").map(moduleIdOf);
  const plannedModules = (task.plan?.modules ?? []).filter(isBuilt);
  const done = plannedModules.filter(({ module_id }) => shippedHere.includes(module_id));
  const left = done.map(({ module_id, files }) => module.left.get(module_id) ?? leavesBehind([], files));
  return {
    moduleId: planned.module_id,
    dependsOn: planned.depends_on.map((ref) => parseModuleRef(ref).moduleId),
    creates: planned.creates,
    assertions: contract?.assertions ?? [],
    neighbours: [
      ...plannedModules.map(({ module_id, creates }) => ({
        moduleId: module_id,
        shipped: shippedHere.includes(module_id),
        creates: module.left.get(module_id)?.available_exports.map(({ name }) => name) ?? creates,
      })),
      ...shippedElsewhere.shown,
    ],
    neighboursLeftOut: shippedElsewhere.leftOut,
    context: accumulateContext([leavesBehind(exports, []), ...left]),
    retry: retryOf(module),
    keepsTree: work.step.step !== "asking" || work.step.from === "head",
    isSealed: (path) => sealed.has(path),
  };
}

/** By its plan, where nothing was recorded at ship. */
function leavesBehind(exports: readonly AvailableExport[], files: BuiltModule["files"]): ExecutionContext {
  const pathsOf = (action: string) => files.filter((file) => file.action === action).map(({ path }) => path);
  return {
    available_exports: [...exports],
    changes_so_far: {
      files_created: pathsOf("CREATE"),
      files_modified: pathsOf("MODIFY"),
      total_additions: 0,
      total_deletions: 0,
    },
  };
}

function retryOf({ work, reports }: Pick<ModuleReading, "work" | "reports">): RetryContext {
  const { failures, progress } = work;
  if (failures.length === 0) return firstAttempt(gateAttempts(progress));
  // A revision must address the round before it, even if a round has only one attempt.
  const max_attempts = Math.max(2, gateAttempts(progress));
  const judged = reports === null ? { validators: [], assertions: [] } : gateFacts(reports, work);
  const build = attemptVerdict(judged).violations.find(({ source }) => source === "build");
  return {
    attempt: Math.min(max_attempts, Math.max(2, progress.gate_attempts + 1)),
    max_attempts,
    previous_violations: eachOnce(failures.map((failure) => violationOf(failure, judged.assertions, build))),
  };
}

function eachOnce(violations: readonly Violation[]): Violation[] {
  return [...new Map(violations.map((violation) => [JSON.stringify(violation), violation])).values()];
}

/**
 * The report has what an assertion expected and found, and what the build printed; other failures have only a message
 * and a fix.
 */
function violationOf(
  { validator, message, fix }: GateFailure,
  assertions: readonly AssertionResult[],
  build: Violation | undefined,
): Violation {
  if (isOfBuild(validator) && build !== undefined) return build;
  const asserted = assertions.find(
    ({ assertion, passed }) =>
      !passed && validator === `assertion ${assertion.check.type}` && fix === assertion.message,
  );
  if (asserted !== undefined) return violationOfAssertion(asserted);
  return { source: "gate", check: validator, message, expected: fix, actual: "" };
}

/** Both reports of the last judgement as one, with the judge's later verdicts. */
export function gateFacts({ judge, execute }: GateReports, { meaning }: Pick<ModuleWork, "meaning"> = {}): GateFacts {
  return {
    validators: [...judge.validators, ...execute.validators],
    tests: execute.tests,
    assertions: withVerdicts([...judge.assertions, ...execute.assertions], verdictsAt(judge.head_sha, meaning)),
    commands: execute.commands,
    ...(execute.mutation === undefined ? {} : { mutation: execute.mutation }),
  };
}

/** A verdict is for one head only. */
function verdictsAt(head: string, meaning: ModuleWork["meaning"]) {
  return meaning?.head === head ? meaning.results : [];
}

/** The rounds of the debate, oldest first; an answer to a proposal names it. */
export function debateRounds({ trail, ended = [] }: Pick<ModuleWork, "trail" | "ended">): DebateRound[] {
  return trail.proposals.map((proposal) => ({
    proposal,
    // Ship, or a person, may end a round that was approved: the last end counts.
    ended: ended.filter(({ proposal_id }) => proposal_id === proposal.proposal_id).at(-1) ?? null,
    challenge: trail.challenges.find(({ target_artifact_id }) => target_artifact_id === proposal.proposal_id) ?? null,
    adjudication:
      trail.adjudications.find(({ target_artifact_id }) => target_artifact_id === proposal.proposal_id) ?? null,
  }));
}
