import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  acceptUnjudged,
  applyRequirement,
  foldStatuses,
  GateStatus,
  isBlocking,
} from "../../../src/domain/validation/gate-status.js";
import { judgeSuite } from "../../../src/domain/validation/suite-status.js";
import { results } from "../../support/test-baseline.js";

describe("which statuses block", () => {
  it.each([
    ["PASSED", false],
    ["WARNING", false],
    ["SKIPPED", false],
    ["FAILED", true],
    ["NOT_RUN", true],
    ["VACUOUS", true],
  ] as const)("%s: %s", (status, blocks) => {
    expect(isBlocking(status)).toBe(blocks);
  });
});

describe("foldStatuses", () => {
  it.each<[GateStatus[], GateStatus]>([
    [[], "NOT_RUN"],
    [["PASSED", "PASSED"], "PASSED"],
    [["PASSED", "WARNING"], "WARNING"],
    [["SKIPPED", "SKIPPED"], "SKIPPED"],
    [["SKIPPED", "PASSED"], "PASSED"],
    [["WARNING", "NOT_RUN"], "NOT_RUN"],
    [["NOT_RUN", "VACUOUS"], "VACUOUS"],
    [["VACUOUS", "FAILED"], "FAILED"],
    [["FAILED", "PASSED"], "FAILED"],
  ])("%j is %s", (statuses, expected) => {
    expect(foldStatuses(statuses)).toBe(expected);
  });

  it("blocks exactly when one of its validators does, in any order", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...GateStatus.options), { minLength: 1 }), (statuses) => {
        expect(isBlocking(foldStatuses(statuses))).toBe(statuses.some(isBlocking));
        expect(foldStatuses(statuses.toReversed())).toBe(foldStatuses(statuses));
      }),
    );
  });
});

describe("applyRequirement", () => {
  it.each(GateStatus.options)("leaves a required gate's %s as it is", (status) => {
    expect(applyRequirement(status, true)).toBe(status);
  });

  it.each([
    ["FAILED", "WARNING"],
    ["VACUOUS", "WARNING"],
    ["NOT_RUN", "WARNING"],
    ["PASSED", "PASSED"],
    ["SKIPPED", "SKIPPED"],
    ["WARNING", "WARNING"],
  ] as const)("lets an optional gate's %s be %s", (status, expected) => {
    expect(applyRequirement(status, false)).toBe(expected);
  });
});

describe("acceptUnjudged", () => {
  it.each([
    ["NOT_RUN", "Go", ["go"], "WARNING"],
    ["NOT_RUN", "go", ["Go"], "WARNING"],
    ["NOT_RUN", "rust", ["go"], "NOT_RUN"],
    ["NOT_RUN", "go", [], "NOT_RUN"],
    ["FAILED", "go", ["go"], "FAILED"],
    ["VACUOUS", "go", ["go"], "VACUOUS"],
  ] as const)("%s for %s with %j accepted is %s", (status, language, accepted, expected) => {
    expect(acceptUnjudged(status, language, accepted)).toBe(expected);
  });
});

describe("judgeSuite", () => {
  it.each([
    ["no tests collected", {}, null, "VACUOUS", "no tests were collected"],
    ["all skipped", { a: "skipped", b: "skipped" }, 5, "VACUOUS", "2 tests collected, all skipped"],
    ["nothing asserted", { a: "passed" }, 0, "VACUOUS", "1 test ran and asserted nothing"],
    ["a failure", { a: "failed", b: "passed", c: "skipped" }, 3, "FAILED", "1 of 2 tests failed"],
    ["a failure that asserted nothing", { a: "failed" }, 0, "FAILED", "1 of 1 test failed"],
    ["passes beside skips", { a: "passed", b: "skipped" }, 1, "PASSED", "1 test passed"],
    ["a runner that counts no assertions", { a: "passed" }, null, "PASSED", "1 test passed"],
  ] as const)("%s", (_, statuses, assertions, status, reason) => {
    expect(judgeSuite({ results: results(statuses), assertions })).toEqual({ status, reason });
  });
});
