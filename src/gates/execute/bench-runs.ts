import type { CommandResult } from "../../domain/gates/gate-report.js";
import type { TestBaseline } from "../../domain/validation/baseline.js";
import type { ModuleTestRun } from "../execution-facts.js";
import type { StepCommand } from "../presets/resolve-commands.js";
import { placeCanary } from "../run/canary.js";
import { moduleTestRun } from "../run/module-tests.js";
import { runTests, type TestsToRun } from "../run/run-tests.js";
import { runWithoutCanaries } from "../run/without-canaries.js";
import type { Workbench } from "../run/workbench.js";
import { judgeCoverage } from "./coverage.js";
import type { ExecutionPlan, TestSource } from "./execution.js";
import { runStep } from "./run-step.js";
import { runSuite, type SuiteRun } from "./suite.js";
import { hasFailed } from "./suite-results.js";

export const stepFacts = ({ settings, changedFiles }: ExecutionPlan) => ({
  presets: settings.presetsFolder,
  testFiles: [],
  changedFiles,
  dependencies: [],
});

/** Steps without tests run first, before any code of the candidate could change the bench. */
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

/** The checks of gate 2, except a coverage run. */
export function checksOf({ commands: { typecheck, lint, additional } }: ExecutionPlan): StepCommand[] {
  return [typecheck, lint, ...additional.map((gate) => ({ kind: "command" as const, ...gate }))];
}

/** A run at the base, with only the test file and what supports it added. */
export async function runRed(bench: Workbench, plan: ExecutionPlan, test: TestSource): Promise<ModuleTestRun> {
  for (const { path, text } of [...(plan.testSupport ?? []), test]) await bench.write(path, text);
  return moduleTestRun(await runTests(bench, moduleTests(plan, test)), { path: test.path, root: bench.folder });
}

/**
 * A run at the head. A failure that appears only without the canary counts as well. Only the report decides: one file
 * may miss a threshold that the whole suite meets, and the exit code would report that.
 */
export async function runGreen(bench: Workbench, plan: ExecutionPlan, test: TestSource): Promise<ModuleTestRun> {
  await bench.restore();
  const file = { path: test.path, root: bench.folder };
  const asked = moduleTests(plan, test);
  const first = await runTests(bench, asked);
  const plain = await runWithoutCanaries(bench, asked, first);
  const found = plain === undefined ? undefined : moduleTestRun(plain, file);
  const fails = found !== undefined && (found.broken !== null || found.tests.some(hasFailed));
  return fails ? found : moduleTestRun(first, file);
}

function moduleTests(plan: ExecutionPlan, test: TestSource): TestsToRun {
  const { runner } = plan.commands;
  return {
    runner,
    command: runner.test_files,
    testFiles: [test.path],
    presetsFolder: plan.settings.presetsFolder,
    canaries: [placeCanary(runner.canary, test, canaryId(plan))],
    ownFiles: plan.ownFiles,
  };
}

export async function runWholeSuite(
  bench: Workbench,
  plan: ExecutionPlan,
  baseline: () => Promise<TestBaseline | null>,
): Promise<SuiteRun> {
  const { runner, test } = plan.commands;
  const id = canaryId(plan);
  const placed = plan.taskTests.map((source) => placeCanary(runner.canary, source, id));
  // A canary could disturb how the user's own command reads or collects tests.
  const canaries = test.command === runner.test ? placed.filter(firstOfPath) : [];
  return runSuite(bench, {
    commands: plan.commands,
    presetsFolder: plan.settings.presetsFolder,
    canaries,
    ownFiles: plan.ownFiles,
    baseline,
  });
}

const firstOfPath = (canary: { path: string }, index: number, all: readonly { path: string }[]): boolean =>
  all.findIndex(({ path }) => path === canary.path) === index;

function canaryId({ settings }: ExecutionPlan): string {
  return `factory_canary_${settings.randomId()}`;
}
