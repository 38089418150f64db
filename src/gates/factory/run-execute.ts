import { performance } from "node:perf_hooks";
import { supportFiles } from "../../domain/contract/support-files.js";
import type { CommandResult, GateReport, ValidatorResult } from "../../domain/gates/gate-report.js";
import type { GateRequest } from "../../domain/gates/gate-request.js";
import type { MutationReport } from "../../domain/gates/mutation-report.js";
import { sha256 } from "../../domain/hash.js";
import { accept, type Outcome } from "../../domain/refusal.js";
import { isBlocking } from "../../domain/validation/gate-status.js";
import type { FileTree } from "../../languages/file-tree.js";
import { mergeTrees } from "../checkout/merge-trees.js";
import { createExecution, type Execution } from "../execute/execution.js";
import { resolveDependencies } from "../execute/resolve-dependencies.js";
import { sourceOf } from "../execute/source-of.js";
import type { ModuleTestRun, RanTest } from "../execution-facts.js";
import type { GateContext } from "../gate-context.js";
import { mutateModule } from "../mutation/mutate-module.js";
import { gateReport, type ReportParts } from "../pipeline/gate-report.js";
import { inventoryOf } from "../pipeline/inventory.js";
import { runGates } from "../pipeline/run-gates.js";
import { choosePreset } from "../presets/detect-preset.js";
import { loadPresets } from "../presets/load-presets.js";
import type { LoadedPreset } from "../presets/preset.js";
import { commandsFor, type GateCommands } from "../presets/resolve-commands.js";
import { describeConfinement } from "../run/confine.js";
import { type Withheld, withheldFinding, withheldFor, withheldStep } from "../run/withheld.js";
import type { BenchSettings, Snapshot } from "../run/workbench.js";
import { VALIDATORS } from "../validators.js";
import { conflictResults } from "./conflict-results.js";
import { type OpenRun, openRun, type RunFolders } from "./open-run.js";
import { GATES_OF_RUN } from "./run-judge.js";

export type ExecuteTools = {
  readonly runnerId: string;
  /** The time limit is the configuration's. */
  readonly settings: Omit<BenchSettings, "limits"> & { readonly limits?: Partial<BenchSettings["limits"]> };
};

/** Runs the candidate's commands, confined, and reports the results. */
export async function runExecute(
  request: GateRequest,
  folders: RunFolders,
  tools: ExecuteTools,
): Promise<Outcome<GateReport>> {
  const run = await openRun(request, folders);
  if (!run.ok) return run;
  const presets = await loadPresets(tools.settings.presetsFolder);
  if (!presets.ok) return presets;
  const { base, head } = run.value.context;
  const { config } = run.value.facts;
  const preset = choosePreset(presets.value, config.gates.preset, head.paths());
  if (!preset.ok) return preset;
  const commands = commandsFor(preset.value, config, { base, head });
  const settings = benchSettings(run.value, tools);
  const runner = {
    id: tools.runnerId,
    confinement: describeConfinement(settings.confinement),
    lock_file_digest: lockFileDigest(preset.value, head),
  };
  const withheld = withheldFor(settings.confinement, config.gates.confinement);
  const parts =
    withheld === undefined
      ? await runCommands(run.value, { preset: preset.value, commands, settings })
      : await judgeWithoutRunning(run.value, withheld);
  return parts.ok ? gateReport(request, runner, parts.value) : parts;
}

type Commands = {
  readonly preset: LoadedPreset;
  readonly commands: GateCommands;
  readonly settings: BenchSettings;
};

function runCommands(run: OpenRun, { preset, commands, settings }: Commands): Promise<Outcome<ReportParts>> {
  const { request, checkouts, facts } = run;
  if (request.run_type !== "RESOLVE") return judgeByRunning(run, commands, settings);
  const dependencies = facts.plan?.dependencies ?? [];
  return resolveDependencies({ head: checkouts.head, dependencies, preset, commands, settings });
}

/** There is no confinement, and the configuration requires it: no validator that needs a command can pass. */
async function judgeWithoutRunning({ request, context }: OpenRun, withheld: Withheld): Promise<Outcome<ReportParts>> {
  const validators = await runGates({
    context,
    gates: GATES_OF_RUN[request.run_type],
    parts: ["execute"],
    validators: VALIDATORS,
    gather: () => Promise.reject(new TypeError("nothing is run")),
    withheld: withheldFinding(withheld),
  });
  const step = request.run_type === "RESOLVE" ? "resolve" : "setup";
  return accept({ validators, commands: [withheldStep(step, withheld)] });
}

async function judgeByRunning(
  run: OpenRun,
  commands: GateCommands,
  settings: BenchSettings,
): Promise<Outcome<ReportParts>> {
  const { request, checkouts, context, facts } = run;
  const subject = await subjectOf(run);
  if (!subject.ok) return accept({ validators: conflictResults(subject.refusal) });
  const execution = createExecution({
    settings,
    commands,
    base: { gitDir: checkouts.base.gitDir, tree: checkouts.base.commit },
    subject: subject.value,
    testFile: sourceOf(context.head, context.manifest.testFile),
    testSupport: supportFiles(context.manifest).flatMap((path) => sourceOf(context.head, path) ?? []),
    taskTests: (facts.plan?.modules ?? []).flatMap((module) =>
      module.reuse_decision === "CREATE_NEW" ? (sourceOf(context.head, module.test_file) ?? []) : [],
    ),
    changedFiles: context.diff.filter(({ mode }) => mode?.startsWith("100")).map(({ path }) => path),
    ownFiles: [...context.head.paths(), ...context.manifest.files.map(({ path }) => path)],
    baseline: facts.baseline,
    measuresBase: false,
    runsRed: request.run_type === "CONTRACT",
    suiteSkipped: suiteSkipped(request),
    runsBuild: request.run_type === "INTEGRITY" || request.run_type === "BASELINE",
  });
  try {
    if (request.run_type === "BASELINE") await execution.gather(3);
    const validators = await runGates({
      context,
      gates: GATES_OF_RUN[request.run_type],
      parts: ["execute"],
      validators: VALIDATORS,
      gather: execution.gather,
    });
    const { red } = execution.facts();
    const isGreen = request.run_type === "EXECUTION" && !validators.some(({ status }) => isBlocking(status));
    return accept({
      ...(isGreen ? { mutation: await mutationOf(run, execution, { commands, settings }) } : {}),
      validators: validators.map(withRedEvidence(red === null ? [] : reportedTests(red, context))),
      ...executionParts(run, execution),
      // The expected merge tree, which is compared with the tree of GitHub's merge.
      ...(request.run_type === "INTEGRITY" ? { merged_tree: subject.value.tree } : {}),
    });
  } finally {
    await execution.close();
  }
}

/** Whether the tests that have just passed would notice mistakes, on the same bench. */
function mutationOf(
  { context, facts }: OpenRun,
  execution: Execution,
  { commands, settings }: Pick<Commands, "commands" | "settings">,
): Promise<MutationReport> {
  const { testFile } = context.manifest;
  return mutateModule(execution.subjectBench, {
    context,
    config: facts.config.mutation,
    inventory: inventoryOf(context.sources, testFile),
    tests: {
      runner: commands.runner,
      testFile,
      ownFiles: [...context.head.paths(), ...context.manifest.files.map(({ path }) => path)],
      presetsFolder: settings.presetsFolder,
    },
  });
}

function suiteSkipped({ run_type, skip_suite }: GateRequest): string | null {
  if (run_type === "INTEGRITY") return skip_suite ?? null;
  if (run_type === "BASELINE") return null;
  return "the whole suite and the build run on the whole branch, before its merge";
}

async function subjectOf({ request, checkouts: { head, base } }: OpenRun): Promise<Outcome<Snapshot>> {
  if (request.run_type === "INTEGRITY") return mergeTrees(head, base);
  return accept({ gitDir: head.gitDir, tree: head.commit });
}

function executionParts({ context }: OpenRun, execution: Execution): ReportParts {
  const { red, green, commands, suite } = execution.facts();
  const tests = red ?? green;
  return {
    tests: tests === null ? [] : reportedTests(tests, context).map(({ failure: _, ...test }) => test),
    suite: suite.ran ? [...suite.results] : null,
    rerun: suite.ran ? [...suite.rerun] : [],
    commands: [...commands] satisfies CommandResult[],
  };
}

/** The red run records each test with the reason of its failure. */
function withRedEvidence(red: readonly RanTest[]): (result: ValidatorResult) => ValidatorResult {
  return (result) => {
    if (red.length === 0 || result.code !== "TEST_FAILS_BEFORE_IMPLEMENTATION") return result;
    const tests = red.map(({ name, status, failure }) => ({ name, status, failure: failure ?? null }));
    return { ...result, details: { ...result.details, tests } };
  };
}

/**
 * If a file could not be collected, every test in it failed. Each is recorded by its name in the source. If the source
 * cannot be read, the file itself is recorded.
 */
function reportedTests({ tests, broken }: ModuleTestRun, { sources, manifest }: GateContext): readonly RanTest[] {
  if (tests.length > 0 || broken === null) return tests;
  const { failure, output } = broken;
  const read = inventoryOf(sources, manifest.testFile) ?? [{ name: manifest.testFile }];
  return read.map(({ name }) => ({ name, status: "failed", failure, output }));
}

function lockFileDigest({ lock_files }: LoadedPreset, head: FileTree): string | null {
  const text = lock_files.map((file) => head.read(file)).find((content) => content !== undefined);
  return text === undefined ? null : sha256(text);
}

/**
 * One command may use the whole configured time, and all commands together no more, because the report must still be
 * written.
 */
function benchSettings({ facts }: OpenRun, { settings }: ExecuteTools): BenchSettings {
  const timeMs = facts.config.gates.timeout_minutes * 60_000;
  const limits = { timeMs, outputBytes: 64 * 1_048_576, diskBytes: 4 * 1_073_741_824, ...settings.limits };
  return { ...settings, limits, deadline: performance.now() + timeMs };
}
