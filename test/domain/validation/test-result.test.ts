import { describe, expect, it } from "vitest";
import { resultsByName, type TestStatus, wholeSuiteResult } from "../../../src/domain/validation/test-result.js";

describe("resultsByName", () => {
  it.each<[TestStatus[], TestStatus]>([
    [["passed"], "passed"],
    [["passed", "failed"], "failed"],
    [["failed", "passed"], "failed"],
    [["skipped", "passed"], "passed"],
    [["passed", "skipped"], "passed"],
    [["skipped", "failed"], "failed"],
    [["skipped", "skipped"], "skipped"],
  ])("%j of one name is %s", (statuses, expected) => {
    const byName = resultsByName(statuses.map((status) => ({ name: "row", status })));
    expect(byName.size).toBe(1);
    expect(byName.get("row")?.status).toBe(expected);
  });
});

it("a summary of tests shows the first of several failures of one name", () => {
  const failures = ["first", "second"].map((output) => ({ name: "row", status: "failed" as const, output }));
  expect(resultsByName(failures).get("row")?.output).toBe("first");
});

describe("wholeSuiteResult", () => {
  it.each([
    [0, "passed"],
    [1, "failed"],
    [137, "failed"],
    [-1, "failed"],
  ])("exit code %i is %s, under the command's name", (exitCode, status) => {
    expect(wholeSuiteResult("make test", exitCode)).toEqual({ name: "make test", status });
  });
});
