import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  captureBaseline,
  ratchetBaseline,
  TestBaseline,
  withoutVanished,
} from "../../../src/domain/validation/baseline.js";
import type { TestResult } from "../../../src/domain/validation/test-result.js";
import { aBaseline, results } from "../../support/test-baseline.js";

const run = (statuses: Parameters<typeof results>[0]) => ({
  sha: "b".repeat(40),
  at: "2026-02-02T00:00:00Z",
  results: results(statuses),
});

describe("the schema", () => {
  it.each([
    ["as captured", {}, true],
    ["with a test on both lists", { known_failures: ["adds"] }, false],
    ["with a test twice", { passing: ["adds", "adds"] }, false],
    ["of another version", { schema_version: 2 }, false],
    ["with an unknown key", { results: [] }, false],
  ])("of a baseline %s", (_, changes, valid) => {
    expect(TestBaseline.safeParse({ ...aBaseline(), ...changes }).success).toBe(valid);
  });
});

describe("captureBaseline", () => {
  it("remembers what passes and what fails, sorted; what is skipped promises nothing", () => {
    expect(captureBaseline("npm test", run({ z: "passed", a: "passed", f: "failed", s: "skipped" }))).toEqual({
      schema_version: 1,
      captured_at: "2026-02-02T00:00:00Z",
      sha: "b".repeat(40),
      command: "npm test",
      passing: ["a", "z"],
      known_failures: ["f"],
    });
  });
});

describe("ratchetBaseline at a merge", () => {
  const ratchet = (statuses: Parameters<typeof results>[0], accepted?: Parameters<typeof ratchetBaseline>[2]) => {
    const { passing, known_failures } = ratchetBaseline(aBaseline(), run(statuses), accepted);
    return { passing, known_failures };
  };
  const all = { adds: "passed", subtracts: "passed", divides: "failed" } as const;

  it("moves to the merged commit", () => {
    expect(ratchetBaseline(aBaseline(), run(all))).toMatchObject({
      sha: "b".repeat(40),
      captured_at: "2026-02-02T00:00:00Z",
      command: "npm test",
    });
  });

  it.each([
    ["keeps what did not change", all, ["adds", "subtracts"], ["divides"]],
    ["adds a new passing test", { ...all, multiplies: "passed" }, ["adds", "multiplies", "subtracts"], ["divides"]],
    ["forgives nothing that passes now", { ...all, divides: "passed" }, ["adds", "divides", "subtracts"], []],
    ["forgets a known failure that is gone", { adds: "passed", subtracts: "passed" }, ["adds", "subtracts"], []],
    ["never learns a failure", { ...all, adds: "failed", fresh: "failed" }, ["adds", "subtracts"], ["divides"]],
    ["never forgets a passing test that vanished", { adds: "passed" }, ["adds", "subtracts"], []],
    ["never forgets a passing test that is skipped", { ...all, adds: "skipped" }, ["adds", "subtracts"], ["divides"]],
  ] as const)("%s", (_, statuses, passing, known_failures) => {
    expect(ratchet(statuses)).toEqual({ passing, known_failures });
  });

  it("forgets a test that a person removed, by name", () => {
    expect(ratchet({ adds: "passed" }, { removed: ["subtracts"], failing: [] }).passing).toEqual(["adds"]);
  });

  it("keeps a test that was to be removed and still passes", () => {
    expect(ratchet(all, { removed: ["adds"], failing: [] }).passing).toContain("adds");
  });

  it("accepts a failure that a person merged, by name, and only if it fails", () => {
    const accepted = { removed: [], failing: ["adds", "subtracts"] };
    expect(ratchet({ ...all, adds: "failed" }, accepted)).toEqual({
      passing: ["subtracts"],
      known_failures: ["adds", "divides"],
    });
  });

  it("only tightens, and stays valid, whatever ran", () => {
    const name = fc.constantFrom("a", "b", "c", "d", "e");
    const suite = fc.array(
      fc.record({ name, status: fc.constantFrom("passed", "failed", "skipped") }) as fc.Arbitrary<TestResult>,
    );
    fc.assert(
      fc.property(suite, suite, (first, second) => {
        const before = captureBaseline("t", { ...run({}), results: first });
        const next = ratchetBaseline(before, { ...run({}), results: second });
        expect(TestBaseline.safeParse(next).success).toBe(true);
        expect(next.passing).toEqual(expect.arrayContaining(before.passing));
        expect(before.known_failures).toEqual(expect.arrayContaining(next.known_failures));
      }),
    );
  });
});

describe("withoutVanished after a revert", () => {
  it("forgets the tests that are gone and nothing else: a failure is not learned, a new test is expected", () => {
    const before = { ...aBaseline(), passing: ["gone", "kept", "now fails"], known_failures: ["old failure"] };
    const after = withoutVanished(
      before,
      run({ kept: "passed", "now fails": "failed", "old failure": "failed", fresh: "passed" }),
    );
    expect(after.passing).toEqual(["fresh", "kept", "now fails"]);
    expect(after.known_failures).toEqual(["old failure"]);
  });
});
