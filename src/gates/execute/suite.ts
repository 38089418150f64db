import type { CommandResult } from "../../domain/gates/gate-report.js";
import type { TestBaseline } from "../../domain/validation/baseline.js";
import { classifyResults } from "../../domain/validation/classify.js";
import type { TestResult } from "../../domain/validation/test-result.js";
import type { GateCommands } from "../presets/resolve-commands.js";
import { nameInSuite } from "../readers/test-name.js";
import { CANARY_WORDS, type PlacedCanary } from "../run/canary.js";
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
  /** The earlier results of the tests. They may cost a run, so they are requested only after a failure. */
  readonly baseline: () => Promise<TestBaseline | null>;
};

export type SuiteRun = {
  readonly command: CommandResult;
  readonly results: readonly TestResult[];
  readonly rerun: readonly TestResult[];
  /** Null if nothing failed and no baseline was requested, or if there is none. */
  readonly baseline: TestBaseline | null;
};

/**
 * Runs the whole suite, then once more the files with new failures: one re-run identifies a flake
 * (requirements.md#suite-and-flakes).
 */
export async function runSuite(bench: Workbench, suite: SuiteToRun): Promise<SuiteRun> {
  const { runner, test } = suite.commands;
  const isOwn = test.command === runner.test;
  const { asked, run, results } = await judgeWhole(bench, suite, isOwn);
  const baseline = results.some(hasFailed) ? await suite.baseline() : null;
  const candidates = newFailures(results, baseline);
  const command = { ...commandResult({ ...test, command: run.command }, explained(run)), ...verdictOf(results) };
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

/** The runs of the suite, their results, and the run that identifies a flake. */
type Judged = { readonly asked: TestsToRun; readonly run: TestsRun; readonly results: readonly TestResult[] };

async function judgeWhole(bench: Workbench, suite: SuiteToRun, isOwn: boolean): Promise<Judged> {
  const { commands, presetsFolder, canaries, ownFiles } = suite;
  const { runner, test } = commands;
  const whole = { runner: test, presetsFolder, canaries: [], command: test.command, testFiles: [], ownFiles };
  if (canaries.length > 0 && runner.excuses_canary) return withCanaries(bench, { ...whole, canaries }, isOwn);
  const plain = await judge(bench, whole, isOwn);
  if (canaries.length === 0 || plain.results.some(hasFailed)) return plain;
  // The command fails because of its canaries, which hides its other failures. So the files with canaries run once more
  // with them.
  const testFiles = canaries.map(({ path }) => path);
  const guarded = await judge(bench, { ...whole, canaries, command: runner.test_files, testFiles }, isOwn);
  return bothOf(plain, guarded);
}

/**
 * Runs the whole suite with its canaries, once. If the command fails but no test does, it runs again without canaries:
 * to show a failure outside the tests, and because not every version of a runner excuses a canary as its preset says.
 */
async function withCanaries(bench: Workbench, whole: TestsToRun, isOwn: boolean): Promise<Judged> {
  const guarded = await judge(bench, whole, isOwn);
  const plain = { ...whole, canaries: [] };
  const run = await runWithoutCanaries(bench, whole, guarded.run);
  if (run !== undefined) return bothOf({ asked: plain, run, results: suiteResults(run, isOwn) }, guarded);
  // Other failures may be flakes only if the canaries of the run failed as they must.
  return guarded.run.canary === "failed" ? { ...guarded, asked: plain } : guarded;
}

async function judge(bench: Workbench, asked: TestsToRun, isOwn: boolean): Promise<Judged> {
  await bench.restore();
  const run = await runTests(bench, asked);
  return { asked, run, results: suiteResults(run, isOwn) };
}

function bothOf(plain: Judged, guarded: Judged): Judged {
  const told = guarded.results.some(hasFailed) ? guarded : plain;
  return { ...told, results: withFailuresOf(plain.results, guarded.results) };
}

/** The output of a passing suite contains the failing canary, so a note explains it. */
function explained({ run, canary }: TestsRun): TestsRun["run"] {
  return canary === "failed" ? { ...run, tail: `${CANARY_WORDS.failed}\n${run.tail}` } : run;
}

function verdictOf(results: readonly TestResult[]): Pick<CommandResult, "status"> {
  return { status: results.some(hasFailed) ? "WARNING" : "PASSED" };
}

/** Without a baseline every failure is new. */
function newFailures(results: readonly TestResult[], baseline: TestBaseline | null): ReadonlySet<string> {
  if (baseline !== null) return new Set(classifyResults(results, baseline).flakeCandidates);
  return new Set(results.filter(hasFailed).map(({ name }) => name));
}

/** Undefined if the report lacks the file of a failing test: then everything runs again. */
function filesOf({ reported }: TestsRun, candidates: ReadonlySet<string>): string[] | undefined {
  if (!reported.ok) return undefined;
  const { tests, broken } = reported.value;
  const failing = tests.filter((test) => candidates.has(nameInSuite(test))).map(({ file }) => file);
  const files = [...failing, ...broken.map(({ file }) => file)];
  const known = files.filter((file): file is string => file !== null);
  return known.length === files.length && known.length > 0 ? [...new Set(known)] : undefined;
}
