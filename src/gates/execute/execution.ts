import type { CommandResult } from "../../domain/gates/gate-report.js";
import type { GateNumber } from "../../domain/gates/validator-code.js";
import type { TestBaseline } from "../../domain/validation/baseline.js";
import type { ExecutionFacts, ModuleTestRun, SuiteFacts } from "../execution-facts.js";
import type { GateCommands, StepCommand } from "../presets/resolve-commands.js";
import { placeCanary } from "../run/canary.js";
import { moduleTestRun } from "../run/module-tests.js";
import { runTests } from "../run/run-tests.js";
import { type BenchSettings, openWorkbench, type Snapshot, type Workbench } from "../run/workbench.js";
import { judgeCoverage } from "./coverage.js";
import { runStep } from "./run-step.js";
import { runSuite, type SuiteRun } from "./suite.js";

/** A test file as it is at the head: what red adds to the base, and where canaries sit. */
export type TestSource = { readonly path: string; readonly text: string };

/** What there is to run, and on what. */
export type ExecutionPlan = {
  readonly settings: BenchSettings;
  readonly commands: GateCommands;
  /** Where red is judged: the commit before this module's. */
  readonly base: Snapshot;
  /** What is judged: the head, or the computed merge of head and base. */
  readonly subject: Snapshot;
  /** Of the module; null in a run about a whole branch. */
  readonly testFile: TestSource | null;
  /** Every test file of the task, for the canaries of the whole suite. */
  readonly taskTests: readonly TestSource[];
  readonly changedFiles: readonly string[];
  readonly baseline: TestBaseline | null;
  readonly runsRed: boolean;
  /** Why the suite and the build do not run, when they do not. */
  readonly suiteSkipped: string | null;
};

/** Runs what each gate needs, when its turn comes, and remembers it for the report. */
export type Execution = {
  readonly gather: (gate: GateNumber) => Promise<ExecutionFacts>;
  readonly facts: () => ExecutionFacts;
  readonly close: () => Promise<void>;
};

export function createExecution(plan: ExecutionPlan): Execution {
  const commands: CommandResult[] = [];
  const benches: Workbench[] = [];
  let red: ModuleTestRun | null = null;
  let green: ModuleTestRun | null = null;
  let suite: SuiteFacts = { ran: false, reason: plan.suiteSkipped ?? "an earlier gate failed" };
  let subject: Promise<Workbench> | undefined;

  const open = async (snapshot: Snapshot, setup: StepCommand): Promise<Workbench> => {
    const bench = await openWorkbench(snapshot, plan.settings);
    benches.push(bench);
    commands.push((await runStep(bench, setup, stepFacts(plan))).result);
    await bench.sealInstalled();
    return bench;
  };
  const onSubject = (): Promise<Workbench> => {
    subject ??= open(plan.subject, plan.commands.setup);
    return subject;
  };
  const facts = (): ExecutionFacts => ({ red, green, commands: [...commands], suite });

  return {
    async gather(gate) {
      if (gate === 1 && plan.runsRed && plan.testFile !== null) {
        const bench = await open(plan.base, plan.commands.baseSetup);
        await bench.write(plan.testFile.path, plan.testFile.text);
        red = await runModuleTests(bench, plan, plan.testFile);
      }
      if (gate === 2 && !plan.runsRed && plan.testFile !== null) {
        const bench = await onSubject();
        commands.push(...(await runChecks(bench, plan)));
        await bench.restore();
        green = await runModuleTests(bench, plan, plan.testFile);
      }
      if (gate === 3 && plan.suiteSkipped === null) {
        const bench = await onSubject();
        commands.push((await runStep(bench, plan.commands.build, stepFacts(plan))).result);
        const run = await runWholeSuite(bench, plan);
        commands.push(run.command);
        suite = { ran: true, results: run.results, rerun: run.rerun, baseline: plan.baseline, assertions: null };
      }
      return judgedFacts(facts());
    },
    facts,
    async close() {
      for (const bench of benches) await bench.close();
    },
  };
}

/** A step that this repository does not have says nothing to a validator; the report still tells why. */
function judgedFacts(facts: ExecutionFacts): ExecutionFacts {
  return { ...facts, commands: facts.commands.filter(({ status }) => status !== "SKIPPED") };
}

const stepFacts = ({ settings, changedFiles }: ExecutionPlan) => ({
  presets: settings.presetsFolder,
  testFiles: [],
  changedFiles,
  dependencies: [],
});

/** What needs no test run, first: nothing of the candidate has run yet that could have prepared the ground. */
async function runChecks(bench: Workbench, plan: ExecutionPlan): Promise<CommandResult[]> {
  const { typecheck, lint, additional, coverage } = plan.commands;
  const facts = stepFacts(plan);
  const steps = [typecheck, lint, ...additional.map((gate) => ({ kind: "command" as const, ...gate }))];
  const results: CommandResult[] = [];
  for (const step of steps) results.push((await runStep(bench, step, facts)).result);
  const measured = await runStep(bench, coverage, facts);
  const [report = measured.run?.stdout ?? ""] =
    coverage.format === "lcov" ? await bench.readReports(measured.report) : [];
  return [...results, judgeCoverage(measured.result, coverage, report)];
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

async function runWholeSuite(bench: Workbench, plan: ExecutionPlan): Promise<SuiteRun> {
  const { runner, test } = plan.commands;
  const id = canaryId(plan);
  const placed = plan.taskTests.map((source) => placeCanary(runner.canary, source, id));
  // A command of the user's own may read or collect in ways that a canary would upset.
  const canaries = test.command === runner.test ? placed.filter(firstOfPath) : [];
  return runSuite(bench, {
    commands: plan.commands,
    presetsFolder: plan.settings.presetsFolder,
    canaries,
    baseline: plan.baseline,
  });
}

const firstOfPath = (canary: { path: string }, index: number, all: readonly { path: string }[]): boolean =>
  all.findIndex(({ path }) => path === canary.path) === index;

function canaryId({ settings }: ExecutionPlan): string {
  return `factory_canary_${settings.randomId()}`;
}
