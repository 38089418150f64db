import type { CommandResult } from "../../domain/gates/gate-report.js";
import type { TestBaseline } from "../../domain/validation/baseline.js";
import { classifyResults } from "../../domain/validation/classify.js";
import type { TestResult } from "../../domain/validation/test-result.js";
import type { GateCommands } from "../presets/resolve-commands.js";
import { nameInSuite } from "../readers/test-name.js";
import type { PlacedCanary } from "../run/canary.js";
import { runTests, type TestsRun, type TestsToRun } from "../run/run-tests.js";
import { runWithoutCanaries } from "../run/without-canaries.js";
import type { Workbench } from "../run/workbench.js";
import { commandResult } from "./run-step.js";
import { besideTests, hasFailed, suiteResults, withFailuresOf } from "./suite-results.js";

export type SuiteToRun = {
  readonly commands: GateCommands;
  readonly presetsFolder: string;
  readonly canaries: readonly PlacedCanary[];
  readonly ownFiles: readonly string[];
  /** What is known of the tests from before; finding out may cost a run, so it is asked only when something failed. */
  readonly baseline: () => Promise<TestBaseline | null>;
};

export type SuiteRun = {
  readonly command: CommandResult;
  readonly results: readonly TestResult[];
  readonly rerun: readonly TestResult[];
  /** Null where nothing failed, and nobody asked, or where there is none. */
  readonly baseline: TestBaseline | null;
};

/** The whole suite, then once more the files of what failed without being known to: one re-run tells a flake (seed 004). */
export async function runSuite(bench: Workbench, suite: SuiteToRun): Promise<SuiteRun> {
  const { runner, test } = suite.commands;
  const isOwn = test.command === runner.test;
  const { told, results } = isOwn ? await wholeThenCanaries(bench, suite) : await canariesThenWhole(bench, suite);
  const baseline = results.some(hasFailed) ? await suite.baseline() : null;
  const candidates = newFailures(results, baseline);
  // A test command's exit code says less than its report: a canary fails every run on purpose.
  const command = { ...commandResult({ ...test, command: told.run.command }, told.run.run), ...verdictOf(results) };
  if (candidates.size === 0) return { command, results, rerun: [], baseline };
  await bench.restore();
  const itself = besideTests(told.run.command);
  const files = isOwn && !candidates.has(itself) ? filesOf(told.run, candidates) : undefined;
  const second = await runTests(bench, {
    ...told.asked,
    ...(files === undefined ? {} : { command: runner.test_files, testFiles: files }),
  });
  const again = suiteResults(second, isOwn);
  const passes = again.length > 0 && !again.some(hasFailed);
  const all: TestResult[] = passes ? [...again, { name: itself, status: "passed" }] : again;
  const rerun = all.filter(({ name }) => candidates.has(name));
  return { command, results, rerun, baseline };
}

/** What was found, and the run that told it: the one that is repeated where something failed. */
type Told = {
  readonly told: { readonly asked: TestsToRun; readonly run: TestsRun };
  readonly results: readonly TestResult[];
};

/**
 * The preset's own command can be given files: the whole suite runs without canaries, so that its exit code means something,
 * and their files once more with them.
 */
async function wholeThenCanaries(bench: Workbench, suite: SuiteToRun): Promise<Told> {
  const { runner } = suite.commands;
  const whole = { ...wholeOf(suite), canaries: [] };
  await bench.restore();
  const run = await runTests(bench, whole);
  const results = suiteResults(run, true);
  if (suite.canaries.length === 0 || results.some(hasFailed)) return { told: { asked: whole, run }, results };
  const testFiles = suite.canaries.map(({ path }) => path);
  const asked = { ...wholeOf(suite), command: runner.test_files, testFiles };
  await bench.restore();
  const guarded = await runTests(bench, asked);
  const found = suiteResults(guarded, true);
  const told = found.some(hasFailed) ? { asked, run: guarded } : { asked: whole, run };
  return { told, results: withFailuresOf(results, found) };
}

/** A command of the user's own runs whole or not at all: with canaries first, and where nothing failed once more without. */
async function canariesThenWhole(bench: Workbench, suite: SuiteToRun): Promise<Told> {
  const asked = wholeOf(suite);
  await bench.restore();
  const run = await runTests(bench, asked);
  const results = suiteResults(run, false);
  const plain = await runWithoutCanaries(bench, asked, run);
  if (plain === undefined) return { told: { asked, run }, results };
  const all = withFailuresOf(results, suiteResults(plain, false));
  return {
    told: all.some(hasFailed) ? { asked: { ...asked, canaries: [] }, run: plain } : { asked, run },
    results: all,
  };
}

function wholeOf({ commands: { test }, presetsFolder, canaries, ownFiles }: SuiteToRun): TestsToRun {
  return { runner: test, presetsFolder, canaries, command: test.command, testFiles: [], ownFiles };
}

function verdictOf(results: readonly TestResult[]): Pick<CommandResult, "status"> {
  return { status: results.some(hasFailed) ? "WARNING" : "PASSED" };
}

/** Without a baseline every failure is new. */
function newFailures(results: readonly TestResult[], baseline: TestBaseline | null): ReadonlySet<string> {
  if (baseline !== null) return new Set(classifyResults(results, baseline).flakeCandidates);
  return new Set(results.filter(hasFailed).map(({ name }) => name));
}

/** Undefined when the report does not say where a failing test is: then everything runs again. */
function filesOf({ reported }: TestsRun, candidates: ReadonlySet<string>): string[] | undefined {
  if (!reported.ok) return undefined;
  const { tests, broken } = reported.value;
  const failing = tests.filter((test) => candidates.has(nameInSuite(test))).map(({ file }) => file);
  const files = [...failing, ...broken.map(({ file }) => file)];
  const known = files.filter((file): file is string => file !== null);
  return known.length === files.length && known.length > 0 ? [...new Set(known)] : undefined;
}
