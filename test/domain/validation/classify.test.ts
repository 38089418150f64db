import { describe, expect, it } from "vitest";
import { classifyResults } from "../../../src/domain/validation/classify.js";
import { judgeRegression } from "../../../src/domain/validation/flake.js";
import { aBaseline, results } from "../../support/test-baseline.js";

type Statuses = Parameters<typeof results>[0];
const all: Statuses = { adds: "passed", subtracts: "passed", divides: "failed" };
const classify = (statuses: Statuses) => classifyResults(results(statuses), aBaseline());
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

describe("classifyResults", () => {
  it("finds nothing new when nothing changed", () => {
    const classified = classify(all);
    expect(names(classified.preExisting)).toEqual(["divides"]);
    expect([...classified.newFailures, ...classified.newPasses]).toEqual([]);
    expect(classified.flakeCandidates).toEqual([]);
    expect(classified.vanished).toEqual([]);
  });

  it("takes a test that passed and fails for a new failure", () => {
    const classified = classify({ ...all, adds: "failed" });
    expect(names(classified.newFailures)).toEqual(["adds"]);
    expect(classified.flakeCandidates).toEqual(["adds"]);
    expect(names(classified.preExisting)).toEqual(["divides"]);
  });

  it("takes a failing test that is not in the baseline for a new failure", () => {
    expect(names(classify({ ...all, fresh: "failed" }).newFailures)).toEqual(["fresh"]);
  });

  it("welcomes a known failure that passes", () => {
    const classified = classify({ ...all, divides: "passed" });
    expect(names(classified.newPasses)).toEqual(["divides"]);
    expect(classified.preExisting).toEqual([]);
  });

  it("does not call a new passing test a known failure that passes", () => {
    expect(classify({ ...all, fresh: "passed" }).newPasses).toEqual([]);
  });

  it.each([
    ["gone", { subtracts: "passed" }],
    ["skipped", { adds: "skipped", subtracts: "passed" }],
  ] as const)("notices a passing test that is %s", (_, statuses) => {
    expect(classify(statuses).vanished).toEqual(["adds"]);
  });

  it("does not miss a known failure that is gone", () => {
    expect(classify({ adds: "passed", subtracts: "passed" }).vanished).toEqual([]);
  });

  it("does not call a test that fails vanished", () => {
    expect(classify({ ...all, adds: "failed" }).vanished).toEqual([]);
  });
});

describe("judgeRegression after one re-run", () => {
  const judge = (first: Statuses, rerun: Statuses) => judgeRegression(classify(first), results(rerun));

  it("passes without new failures", () => {
    expect(judge(all, {})).toMatchObject({ passed: true, flakyTests: [], blockingFailures: [] });
  });

  it("identifies a flake by a passing re-run: it warns and does not block", () => {
    expect(judge({ ...all, adds: "failed" }, { adds: "passed" })).toMatchObject({
      passed: true,
      flakyTests: ["adds"],
      blockingFailures: [],
    });
  });

  it.each([
    ["fails again", { adds: "failed" }],
    ["is not reported", {}],
    ["is skipped", { adds: "skipped" }],
    ["only others pass", { subtracts: "passed" }],
  ] as const)("blocks when the test %s", (_, rerun) => {
    const verdict = judge({ ...all, adds: "failed" }, rerun);
    expect(verdict.passed).toBe(false);
    expect(names(verdict.blockingFailures)).toEqual(["adds"]);
    expect(verdict.flakyTests).toEqual([]);
  });

  it("blocks on the real failure beside a flake", () => {
    const verdict = judge({ ...all, adds: "failed", subtracts: "failed" }, { adds: "passed", subtracts: "failed" });
    expect(verdict).toMatchObject({ passed: false, flakyTests: ["adds"] });
    expect(names(verdict.blockingFailures)).toEqual(["subtracts"]);
  });

  it("blocks on a vanished test, which no re-run of failures brings back", () => {
    expect(judge({ subtracts: "passed" }, {})).toMatchObject({ passed: false, vanished: ["adds"] });
  });

  it("ignores what failed before", () => {
    expect(judge(all, { divides: "failed" }).passed).toBe(true);
  });
});
