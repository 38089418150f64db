import { describe, expect, it } from "vitest";
import { countTests, ExecutionLog } from "../../../src/features/shipping/execution-log.js";
import { complaints } from "../../support/contract.js";
import { aLog } from "../../support/ship.js";

const [first, second] = aLog().tests;

describe("an execution log", () => {
  it("is accepted when its counts are those of its list", () => {
    expect(complaints(ExecutionLog, aLog())).toEqual([]);
    expect(complaints(ExecutionLog, aLog([{ name: "fails", result: "FAIL" }]))).toEqual([]);
  });

  it.each(Object.keys(aLog()))("needs %s", (field) => {
    const { [field]: _left, ...rest } = aLog() as Record<string, unknown>;
    expect(complaints(ExecutionLog, rest).join()).toContain(field);
  });

  it.each([
    ["no test", { tests: [], summary: { total: 0, passed: 0, failed: 0 } }, "tests: must hold at least one test"],
    ["one test twice", { tests: [first, first] }, "tests.1.name: test"],
    ["a skipped test", { tests: [{ ...first, result: "SKIP" }, second] }, "tests.0.result"],
    ["a result in small letters", { tests: [{ ...first, result: "pass" }, second] }, "tests.0.result"],
    ["a nameless test", { tests: [{ ...first, name: "" }, second] }, "tests.0.name"],
    ["a negative duration", { tests: [{ ...first, duration_ms: -1 }, second] }, "tests.0.duration_ms"],
    [
      "a total too high",
      { summary: { total: 3, passed: 2, failed: 0 } },
      "summary.total: says 3 and the list of tests says 2",
    ],
    ["a total too low", { summary: { total: 1, passed: 2, failed: 0 } }, "summary.total"],
    ["a pass too many", { summary: { total: 2, passed: 3, failed: 0 } }, "summary.passed"],
    ["a failure that nobody had", { summary: { total: 2, passed: 2, failed: 1 } }, "summary.failed"],
    ["no instant", { executed_at: "yesterday" }, "executed_at"],
  ])("is refused with %s", (_case, change, complaint) => {
    expect(complaints(ExecutionLog, { ...aLog(), ...change }).join("\n")).toContain(complaint);
  });

  it("may leave durations out, and may be quick", () => {
    const tests = [
      { name: "one", result: "PASS" as const },
      { name: "two", result: "PASS" as const, duration_ms: 0 },
    ];
    expect(complaints(ExecutionLog, aLog(tests))).toEqual([]);
  });

  it("counts by result", () => {
    const tests = [
      { name: "a", result: "PASS" as const },
      { name: "b", result: "FAIL" as const },
      { name: "c", result: "PASS" as const },
    ];
    expect(countTests(tests)).toEqual({ total: 3, passed: 2, failed: 1 });
  });
});
