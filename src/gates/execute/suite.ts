import type { CommandResult } from "../../domain/gates/gate-report.js";
import type { TestBaseline } from "../../domain/validation/baseline.js";
import { classifyResults } from "../../domain/validation/classify.js";
import { type TestResult, wholeSuiteResult } from "../../domain/validation/test-result.js";
import type { GateCommands } from "../presets/resolve-commands.js";
import { boundOutput } from "../readers/bound-output.js";
import type { ReportedRun } from "../readers/reported-run.js";
import { nameInSuite } from "../readers/test-name.js";
import { CANARY_WORDS, type PlacedCanary } from "../run/canary.js";
import { runTests, type TestsRun } from "../run/run-tests.js";
import type { Workbench } from "../run/workbench.js";
import { commandResult } from "./run-step.js";

export type SuiteToRun = {
  readonly commands: GateCommands;
  readonly presetsFolder: string;
  readonly canaries: readonly PlacedCanary[];
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
  const { commands, presetsFolder, canaries } = suite;
  const { runner, test } = commands;
  const common = { runner, presetsFolder, canaries };
  await bench.restore();
  const first = await runTests(bench, { ...common, command: test.command, testFiles: [] });
  const isOwn = test.command === runner.test;
  const results = suiteResults(first, isOwn);
  const baseline = results.some(({ status }) => status === "failed") ? await suite.baseline() : null;
  const candidates = newFailures(results, baseline);
  // A test command's exit code says less than its report: a canary fails every run on purpose.
  const command = { ...commandResult({ ...test, command: first.command }, first.run), ...verdictOf(results) };
  if (candidates.size === 0) return { command, results, rerun: [], baseline };
  await bench.restore();
  const files = isOwn ? filesOf(first, candidates) : undefined;
  const second = await runTests(bench, {
    ...common,
    command: files === undefined ? test.command : runner.test_files,
    testFiles: files ?? [],
  });
  const rerun = suiteResults(second, isOwn).filter(({ name }) => candidates.has(name));
  return { command, results, rerun, baseline };
}

function verdictOf(results: readonly TestResult[]): Pick<CommandResult, "status"> {
  return { status: results.some(({ status }) => status === "failed") ? "WARNING" : "PASSED" };
}

/** Without a baseline every failure is new. */
function newFailures(results: readonly TestResult[], baseline: TestBaseline | null): ReadonlySet<string> {
  if (baseline !== null) return new Set(classifyResults(results, baseline).flakeCandidates);
  return new Set(results.filter(({ status }) => status === "failed").map(({ name }) => name));
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

/** A report that is missing or cannot be believed is a failure; only a command of the user's own speaks by its exit code. */
function suiteResults({ reported, run, command, canary }: TestsRun, isOwn: boolean): TestResult[] {
  if (!reported.ok) {
    const exitCode = run.end.kind === "exited" ? run.end.code : 1;
    const whole = wholeSuiteResult(command, isOwn ? 1 : exitCode);
    return [
      whole.status === "passed" ? whole : { ...whole, output: boundOutput(`${reported.refusal.message}\n${run.tail}`) },
    ];
  }
  const results = namedResults(reported.value);
  if (canary !== "passed" && canary !== "absent") return results;
  return [...results, { name: "factory canary", status: "failed", output: CANARY_WORDS[canary] }];
}

const ALL_OUTPUT = 2_000_000;

export function namedResults({ tests, broken }: ReportedRun): TestResult[] {
  const failures = tests.filter(({ status }) => status === "failed").length + broken.length;
  const kept = Math.min(4_000, Math.max(200, Math.floor(ALL_OUTPUT / Math.max(1, failures))));
  return [
    ...tests.map((test) => ({
      name: nameInSuite(test),
      status: test.status,
      ...(test.durationMs === undefined ? {} : { duration_ms: test.durationMs }),
      ...(test.output === undefined ? {} : { output: boundOutput(test.output, kept) }),
    })),
    ...broken.map(({ file, output }) => ({
      name: file ?? "a file that could not be collected",
      status: "failed" as const,
      output: boundOutput(output, kept),
    })),
  ];
}
