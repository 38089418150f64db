import type { GateReport } from "../gates/gate-report.js";
import type { Sha } from "../ids.js";
import { accept, type Outcome, refuse } from "../refusal.js";
import { captureBaseline, type TestBaseline } from "./baseline.js";
import type { FullRun } from "./cadence.js";
import { classifyResults } from "./classify.js";
import { judgeRegression } from "./flake.js";
import { isBlocking } from "./gate-status.js";
import type { LostTest } from "./locating.js";
import { nameAllTests } from "./name-tests.js";
import { judgeSuite } from "./suite-status.js";
import type { TestResult } from "./test-result.js";

/** The whole suite as a run reported it. */
export type ReportedSuite = {
  readonly command: string;
  readonly results: readonly TestResult[];
  readonly rerun: readonly TestResult[];
};

/**
 * The suite of a report, or why it allows no conclusion. A suite that ran on a broken set-up fails as a whole: as a
 * baseline it would excuse every later failure.
 */
export function suiteOf({ suite, rerun, commands }: GateReport): Outcome<ReportedSuite> {
  const setup = commands.find(({ name, status }) => name === "setup" && isBlocking(status));
  if (setup !== undefined) {
    if (setup.command === "") return refuse("setup-not-run", setup.output);
    const printed = setup.output.slice(-500).trim() || "it printed nothing";
    return refuse("setup-failed", `the set-up \`${setup.command}\` failed, so no test could run: ${printed}`);
  }
  if (suite === null) return refuse("no-suite", "the run reported no test suite");
  return accept({ command: commands.find(({ name }) => name === "test")?.command ?? "test", results: suite, rerun });
}

/**
 * The first baseline (requirements.md#baseline): its failures are known from then on, and an empty suite is a baseline,
 * too. What passed on the re-run counts as passing: as a known failure, a flake would hide a regression.
 */
export function baselineFrom(
  { command, results, rerun }: ReportedSuite,
  run: Pick<TestBaseline, "sha" | "captured_at">,
) {
  const passedAgain = new Set(rerun.filter(({ status }) => status === "passed").map(({ name }) => name));
  const settled = results.filter(({ name, status }) => status !== "failed" || !passedAgain.has(name));
  const again = rerun.filter(({ name }) => passedAgain.has(name));
  return captureBaseline(command, { sha: run.sha, at: run.captured_at, results: [...settled, ...again] });
}

/** A full run of exactly the commit to release, and the tests that prevent the release. */
export type FullRunVerdict = FullRun & { readonly why: string; readonly tests?: LostTest[] };

export function judgeFullRun(sha: Sha, { results, rerun }: ReportedSuite, baseline: TestBaseline): FullRunVerdict {
  const suite = judgeSuite({ results, assertions: null });
  if (suite.status === "VACUOUS") return { sha, passed: false, why: `the whole suite proves nothing: ${suite.reason}` };
  const { passed, blockingFailures, vanished } = judgeRegression(classifyResults(results, baseline), rerun);
  if (passed) return { sha, passed, why: `no regression in ${results.length} tests` };
  const lost = nameAllTests([
    ["failing now", blockingFailures.map(({ name }) => name)],
    ["gone", vanished],
  ]);
  const tests: LostTest[] = [
    ...blockingFailures.map(({ name }) => ({ name, now: "failing" as const })),
    ...vanished.map((name) => ({ name, now: "gone" as const })),
  ];
  return { sha, passed, why: `the whole suite regressed: ${lost}`, tests: tests.slice(0, MOST_TESTS) };
}

/** Enough to recognise a regression. More would only enlarge the state. */
const MOST_TESTS = 50;
