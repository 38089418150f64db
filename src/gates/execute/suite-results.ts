import { type TestResult, wholeSuiteResult } from "../../domain/validation/test-result.js";
import { boundOutput } from "../readers/bound-output.js";
import type { ReportedRun } from "../readers/reported-run.js";
import { nameInSuite } from "../readers/test-name.js";
import { CANARY_WORDS } from "../run/canary.js";
import type { CommandEnd } from "../run/run-command.js";
import type { TestsRun } from "../run/run-tests.js";

/** A missing or untrusted report is a failure. Only the user's own command is judged by its exit code. */
export function suiteResults(run: TestsRun, isOwn: boolean): TestResult[] {
  const { reported, command, canary } = run;
  if (!reported.ok) {
    const exitCode = run.run.end.kind === "exited" ? run.run.end.code : 1;
    const whole = wholeSuiteResult(command, isOwn ? 1 : exitCode);
    const output = boundOutput(`${reported.refusal.message}\n${run.run.tail}`);
    return [whole.status === "passed" ? whole : { ...whole, output }];
  }
  const results = namedResults(reported.value);
  if (canary === "passed" || canary === "absent") {
    return [...results, { name: "factory canary", status: "failed", output: CANARY_WORDS[canary] }];
  }
  return [...results, ...unexplainedFailure(run, results)];
}

/**
 * A failure of the command without a failing test: a leak check, an uncaught error, a threshold. A canary always fails,
 * so a run with canaries cannot show it. A suite without tests has its own verdict.
 */
function unexplainedFailure({ run, command, canary }: TestsRun, results: readonly TestResult[]): TestResult[] {
  if (canary === "failed" || results.length === 0 || results.some(hasFailed)) return [];
  const ending = failedEnd(run.end);
  if (ending === undefined) return [];
  const output = boundOutput(`No test failed, and the test command ${ending} all the same.\n${run.tail}`);
  return [{ name: besideTests(command), status: "failed", output }];
}

/** The test name under which the command's own failure is reported, known and re-run. */
export const besideTests = (command: string): string => `${command} (failed, and no test did)`;

function failedEnd(end: CommandEnd): string | undefined {
  switch (end.kind) {
    case "exited":
      return end.code === 0 ? undefined : `ended with ${end.code}`;
    case "killed":
      return `was killed by ${end.signal}`;
    case "stopped":
      return `was stopped: ${end.why},`;
    case "not-started":
      return `did not start: ${end.message},`;
    default:
      return end satisfies never;
  }
}

export const hasFailed = ({ status }: TestResult): boolean => status === "failed";

/** The results of one run, and the failures of another run of the same tests. */
export function withFailuresOf(results: readonly TestResult[], other: readonly TestResult[]): TestResult[] {
  const failures = other.filter(hasFailed);
  const names = new Set(failures.map(({ name }) => name));
  return [...results.filter(({ name }) => !names.has(name)), ...failures];
}

const ALL_OUTPUT = 2_000_000;

function namedResults({ tests, broken }: ReportedRun): TestResult[] {
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
