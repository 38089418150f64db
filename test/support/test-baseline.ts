import type { TestBaseline } from "../../src/domain/validation/baseline.js";
import type { TestResult, TestStatus } from "../../src/domain/validation/test-result.js";

/** Two tests that pass, and one that failed before. */
export function aBaseline(changes: Partial<TestBaseline> = {}): TestBaseline {
  return {
    schema_version: 1,
    captured_at: "2026-01-01T00:00:00Z",
    sha: "a".repeat(40),
    command: "npm test",
    passing: ["adds", "subtracts"],
    known_failures: ["divides"],
    ...changes,
  };
}

export function results(statuses: Readonly<Record<string, TestStatus>>): TestResult[] {
  return Object.entries(statuses).map(([name, status]) => ({ name, status }));
}
