import type { TestBaseline } from "../../../domain/validation/baseline.js";
import { classifyResults } from "../../../domain/validation/classify.js";
import { judgeRegression } from "../../../domain/validation/flake.js";
import { nameAllTests } from "../../../domain/validation/name-tests.js";
import { judgeSuite } from "../../../domain/validation/suite-status.js";
import type { SuiteFacts } from "../../execution-facts.js";
import type { GateContext } from "../../gate-context.js";
import { type Finding, finding, type Validator } from "../../validator.js";
import { noTestsWithout } from "../contract/no-tests-without.js";
import { changeText } from "./change-text.js";

/**
 * The whole suite compared with the baseline. One re-run tells a flake from a regression
 * (requirements.md#suite-and-flakes).
 */
export const fullRegressionPass: Validator = {
  code: "FULL_REGRESSION_PASS",
  gate: 3,
  hard: true,
  runTypes: ["EXECUTION", "INTEGRITY"],
  part: "execute",
  fix: "Repair every test that passed before this work and fails now, and bring back every test that vanished. Failures known from the baseline are not yours.",
  check(context) {
    const { execution } = context;
    if (execution === null) return finding("NOT_RUN", "The whole suite was not run");
    const { suite } = execution;
    return suite.ran ? judgeFullRun(suite, context) : finding("SKIPPED", suite.reason);
  },
};

type FullRun = Extract<SuiteFacts, { ran: true }>;

function judgeFullRun({ results, rerun, baseline, assertions, setup }: FullRun, context: GateContext): Finding {
  if (setup !== undefined) {
    return finding("FAILED", noTestsWithout(setup), { details: { output: results[0]?.output ?? "" } });
  }
  const suite = judgeSuite({ results, assertions });
  const verdict = judgeRegression(classifyResults(results, baseline ?? NO_BASELINE), rerun);
  const { flakyTests, vanished, classified } = verdict;
  const details = {
    newFailures: verdict.blockingFailures.map(({ name }) => name),
    vanishedTests: vanished,
    flakyTests,
    preExistingFailures: classified.preExisting.map(({ name }) => name),
    newPasses: classified.newPasses.map(({ name }) => name),
    /** The details that the loop reads to locate a regression (domain/gates/regression-details). */
    tests: [
      ...verdict.blockingFailures.map(({ name }) => ({ name, now: "failing" })),
      ...vanished.map((name) => ({ name, now: "gone" })),
    ],
  };
  // All failures by name, also known ones and flakes, so that nobody takes one of those for a new failure.
  const named = nameAllTests([
    ["New failures", details.newFailures],
    ["Vanished", vanished],
    ["Flaky (failed once, passed on the re-run)", flakyTests],
    ["Failing since the baseline, left alone", details.preExistingFailures],
  ]);
  if (suite.status === "VACUOUS")
    return finding("VACUOUS", `The whole suite proves nothing: ${suite.reason}`, { details });
  if (!verdict.passed) {
    const diff = changeText(context);
    const shown = diff === "" ? details : { ...details, diff };
    return finding("FAILED", `The whole suite regressed. ${named}`, { details: shown });
  }
  if (flakyTests.length > 0) return finding("WARNING", `No regression. ${named}`, { details });
  const also = named === "" ? "" : `. ${named}`;
  return finding("PASSED", `No regression in ${results.length} test(s)${also}`, { details });
}

/** Without a baseline no failure is known. */
const NO_BASELINE: TestBaseline = {
  schema_version: 1,
  captured_at: "1970-01-01T00:00:00Z",
  sha: "0".repeat(40),
  command: "none",
  passing: [],
  known_failures: [],
};
