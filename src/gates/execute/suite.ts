import type { CommandResult } from "../../domain/gates/gate-report.js";
import type { TestBaseline } from "../../domain/validation/baseline.js";
import { classifyResults } from "../../domain/validation/classify.js";
import type { TestResult } from "../../domain/validation/test-result.js";
import type { GateCommands } from "../presets/resolve-commands.js";
import { nameInSuite } from "../readers/test-name.js";
import type { PlacedCanary } from "../run/canary.js";
import { runTests, type TestsRun } from "../run/run-tests.js";
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
  const { asked, run, results } = await wholeThenCanaries(bench, suite, isOwn);
  const baseline = results.some(hasFailed) ? await suite.baseline() : null;
  const candidates = newFailures(results, baseline);
  const command = { ...commandResult({ ...test, command: run.command }, run.run), ...verdictOf(results) };
  if (candidates.size === 0) return { command, results, rerun: [], baseline };
  await bench.restore();
  const itself = besideTests(run.command);
  const files = isOwn && !candidates.has(itself) ? filesOf(run, candidates) : undefined;
  const again = suiteResults(
    await runTests(bench, {
      ...asked,
      ...(files === undefined ? {} : { command: runner.test_files, testFiles: files }),
    }),
    isOwn,
  );
  const passes = again.length > 0 && !again.some(hasFailed);
  const all: TestResult[] = passes ? [...again, { name: itself, status: "passed" }] : again;
  const rerun = all.filter(({ name }) => candidates.has(name));
  return { command, results, rerun, baseline };
}

/**
 * A canary fails its command on purpose, so the whole suite runs without one and its exit code means something; where
 * nothing failed, the canaries' files run once more with them. Says what was found, and by which run.
 */
async function wholeThenCanaries(bench: Workbench, suite: SuiteToRun, isOwn: boolean) {
  const { commands, presetsFolder, canaries, ownFiles } = suite;
  const { runner, test } = commands;
  const whole = { runner: test, presetsFolder, canaries: [], command: test.command, testFiles: [], ownFiles };
  await bench.restore();
  const run = await runTests(bench, whole);
  const results = suiteResults(run, isOwn);
  if (canaries.length === 0 || results.some(hasFailed)) return { asked: whole, run, results };
  const asked = { ...whole, canaries, command: runner.test_files, testFiles: canaries.map(({ path }) => path) };
  await bench.restore();
  const guarded = await runTests(bench, asked);
  const found = suiteResults(guarded, isOwn);
  return {
    ...(found.some(hasFailed) ? { asked, run: guarded } : { asked: whole, run }),
    results: withFailuresOf(results, found),
  };
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
