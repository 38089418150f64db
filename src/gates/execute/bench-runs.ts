import type { CommandResult } from "../../domain/gates/gate-report.js";
import type { TestBaseline } from "../../domain/validation/baseline.js";
import type { ModuleTestRun } from "../execution-facts.js";
import type { StepCommand } from "../presets/resolve-commands.js";
import { placeCanary } from "../run/canary.js";
import { moduleTestRun } from "../run/module-tests.js";
import { runTests } from "../run/run-tests.js";
import type { Workbench } from "../run/workbench.js";
import { judgeCoverage } from "./coverage.js";
import type { ExecutionPlan, TestSource } from "./execution.js";
import { runStep } from "./run-step.js";
import { runSuite, type SuiteRun } from "./suite.js";

export const stepFacts = ({ settings, changedFiles }: ExecutionPlan) => ({
  presets: settings.presetsFolder,
  testFiles: [],
  changedFiles,
  dependencies: [],
});

/** What needs no test run, first: nothing of the candidate has run yet that could have prepared the ground. */
export async function runChecks(bench: Workbench, plan: ExecutionPlan): Promise<CommandResult[]> {
  const { coverage } = plan.commands;
  const facts = stepFacts(plan);
  const results: CommandResult[] = [];
  for (const step of checksOf(plan)) results.push((await runStep(bench, step, facts)).result);
  const measured = await runStep(bench, coverage, facts);
  const [report = measured.run?.stdout ?? ""] =
    coverage.format === "lcov" ? await bench.readReports(measured.report) : [];
  return [...results, judgeCoverage(measured.result, coverage, report)];
}

/** The checks of gate 2, without the coverage that a run of its own measures. */
export function checksOf({ commands: { typecheck, lint, additional } }: ExecutionPlan): StepCommand[] {
  return [typecheck, lint, ...additional.map((gate) => ({ kind: "command" as const, ...gate }))];
}

/** Of the base, with only the test file added. */
export async function runRed(bench: Workbench, plan: ExecutionPlan, test: TestSource): Promise<ModuleTestRun> {
  await bench.write(test.path, test.text);
  return runModuleTests(bench, plan, test);
}

export async function runGreen(bench: Workbench, plan: ExecutionPlan, test: TestSource): Promise<ModuleTestRun> {
  await bench.restore();
  return runModuleTests(bench, plan, test);
}

async function runModuleTests(bench: Workbench, plan: ExecutionPlan, test: TestSource): Promise<ModuleTestRun> {
  const { runner } = plan.commands;
  const run = await runTests(bench, {
    runner,
    command: runner.test_files,
    testFiles: [test.path],
    presetsFolder: plan.settings.presetsFolder,
    canaries: [placeCanary(runner.canary, test, canaryId(plan))],
  });
  return moduleTestRun(run, { path: test.path, root: bench.folder });
}

export async function runWholeSuite(
  bench: Workbench,
  plan: ExecutionPlan,
  baseline: () => Promise<TestBaseline | null>,
): Promise<SuiteRun> {
  const { runner, test } = plan.commands;
  const id = canaryId(plan);
  const placed = plan.taskTests.map((source) => placeCanary(runner.canary, source, id));
  // A command of the user's own may read or collect in ways that a canary would upset.
  const canaries = test.command === runner.test ? placed.filter(firstOfPath) : [];
  return runSuite(bench, {
    commands: plan.commands,
    presetsFolder: plan.settings.presetsFolder,
    canaries,
    baseline,
  });
}

const firstOfPath = (canary: { path: string }, index: number, all: readonly { path: string }[]): boolean =>
  all.findIndex(({ path }) => path === canary.path) === index;

function canaryId({ settings }: ExecutionPlan): string {
  return `factory_canary_${settings.randomId()}`;
}
