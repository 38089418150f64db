import { describe, expect, it } from "vitest";
import type { GateRequest } from "../../../../src/domain/gates/gate-request.js";
import type { FailureActionOverrides } from "../../../../src/domain/validation/taxonomy.js";
import type { GateReports } from "../../../../src/features/gate-runs/conclude-gates.js";
import { gateRequests } from "../../../../src/features/gate-runs/gates-awaited.js";
import {
  currentFailures,
  reactionToRedBranch,
  testTroubles,
  wantsAnotherRun,
} from "../../../../src/features/gate-runs/test-failures/failure-actions.js";
import { gateReport } from "../../../support/gate-report.js";
import { gates } from "../../../support/task-work.js";

const [judge, execute] = gateRequests(gates("INTEGRITY"), { task: "T-a", module: null });
if (judge === undefined || execute === undefined) throw new TypeError("two parts");

function reports(details: object): GateReports {
  const suite = {
    code: "FULL_REGRESSION_PASS",
    gate: 3,
    status: "WARNING",
    message: "",
    duration_ms: 1,
    fix: "",
  } as const;
  const validators = [{ ...suite, places: [], details: { ...details } }];
  return { judge: gateReport(judge as GateRequest), execute: gateReport(execute as GateRequest, { validators }) };
}

const RED = { validator: "FULL_REGRESSION_PASS", message: "1 new failure(s)", fix: "" };
const BUILD = { validator: "PRODUCTION_BUILD_PASS", message: "it does not build", fix: "" };
const stand = (details: object, overrides: FailureActionOverrides, failures = [RED, BUILD]) =>
  currentFailures(failures, testTroubles(reports(details), overrides)).map(
    ({ validator, message }) => `${validator}: ${message}`,
  );

describe("the action for tests that fail on the whole branch", () => {
  it.each<[string, object, FailureActionOverrides, string[]]>([
    ["stops at a regression", { newFailures: ["a"] }, {}, ["FULL_REGRESSION_PASS", "PRODUCTION_BUILD_PASS"]],
    [
      "goes on past one where a person chose so, and past nothing else",
      { newFailures: ["a"] },
      { "test-regression": "warn-continue" },
      ["PRODUCTION_BUILD_PASS"],
    ],
    [
      "counts a vanished test as a regression",
      { vanishedTests: ["a"] },
      { "test-regression": "ignore" },
      ["PRODUCTION_BUILD_PASS"],
    ],
  ])("%s", (_, details, overrides, validators) => {
    expect(stand(details, overrides).map((line) => line.split(":")[0])).toEqual(validators);
  });

  it("ignores a flake and earlier failures, unless a person wants to be asked", () => {
    const details = { flakyTests: ["shaky"], preExistingFailures: ["old"] };
    expect(stand(details, {}, [])).toEqual([]);
    expect(stand(details, { "test-flake": "escalate" }, [])).toEqual([
      "FULL_REGRESSION_PASS: failure_actions stops at test-flake: shaky",
    ]);
    expect(stand(details, { "test-preexisting": "stop-show-diff" }, [])).toEqual([
      "FULL_REGRESSION_PASS: failure_actions stops at test-preexisting: old",
    ]);
  });

  it("ignores details of another form, and keeps the verdict", () => {
    expect(stand({ newFailures: 7 }, { "test-regression": "ignore" }, [RED])).toEqual([
      "FULL_REGRESSION_PASS: 1 new failure(s)",
    ]);
  });

  it("is another run for a flake if a person chose so, and never for a regression, which was run twice", () => {
    const flaky = reports({ flakyTests: ["shaky"] });
    expect(wantsAnotherRun(testTroubles(flaky, {}))).toBe(false);
    expect(wantsAnotherRun(testTroubles(flaky, { "test-flake": "auto-retry" }))).toBe(true);
    const broken = reports({ newFailures: ["a"] });
    expect(wantsAnotherRun(testTroubles(broken, { "test-regression": "auto-retry" }))).toBe(false);
    expect(wantsAnotherRun(testTroubles(reports({}), { "test-flake": "auto-retry" }))).toBe(false);
  });

  it.each<[string, object, FailureActionOverrides, string]>([
    ["a regression is shown to a person", { newFailures: ["a"] }, {}, "ask-a-person"],
    [
      "a regression is mended where a person chose so",
      { newFailures: ["a"] },
      { "test-regression": "auto-retry" },
      "retry",
    ],
    ["anything else that is red is mended", {}, {}, "retry"],
    ["or shown, where a person chose so", {}, { "validation-failure": "escalate" }, "ask-a-person"],
    [
      "the choice about regressions is not about other failures",
      { newFailures: ["a"] },
      { "validation-failure": "auto-retry" },
      "ask-a-person",
    ],
  ])("%s", (_, details, overrides, reaction) => {
    expect(reactionToRedBranch(testTroubles(reports(details), overrides), overrides)).toBe(reaction);
  });
});
