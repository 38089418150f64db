import { describe, expect, it } from "vitest";
import type { CommandResult } from "../../../src/domain/gates/gate-report.js";
import { baselineFrom, judgeFullRun, suiteOf } from "../../../src/domain/validation/suite-report.js";
import { reportOf, suite } from "../../support/release.js";
import { aBaseline, results } from "../../support/test-baseline.js";

const SHA = "a".repeat(40);
const AT = "2026-03-01T12:00:00Z";

function command(overrides: Partial<CommandResult>): CommandResult {
  return {
    name: "test",
    command: "npm test",
    required: true,
    status: "PASSED",
    exit_code: 0,
    duration_ms: 1,
    output: "",
    ...overrides,
  };
}

const reported = (statuses: Parameters<typeof results>[0], again: Parameters<typeof results>[0] = {}) => ({
  command: "npm test",
  results: results(statuses),
  rerun: results(again),
});

describe("the suite of a report", () => {
  it("is what ran, by the command that ran it", () => {
    const report = reportOf(suite, { suite: results({ adds: "passed" }), commands: [command({})] });
    expect(suiteOf(report)).toEqual({ ok: true, value: reported({ adds: "passed" }) });
  });

  it("may be empty: a new repository has no tests", () => {
    expect(suiteOf(reportOf(suite, { suite: [] }))).toMatchObject({ ok: true, value: { results: [] } });
  });

  it("is missing when the run has none", () => {
    expect(suiteOf(reportOf(suite, { suite: null }))).toMatchObject({ ok: false, refusal: { code: "no-suite" } });
  });

  it.each(["FAILED", "NOT_RUN"] as const)(
    "is not believed when the set-up is %s, and says what it printed",
    (status) => {
      const setup = command({ name: "setup", command: "npm ci", status, output: "no lock file" });
      const report = reportOf(suite, { suite: results({ adds: "failed" }), commands: [setup, command({})] });
      expect(suiteOf(report)).toMatchObject({
        ok: false,
        refusal: { code: "setup-failed", message: expect.stringMatching(/npm ci.*no lock file/) },
      });
    },
  );

  it("is believed when another command fails: a build that was broken before is no reason to wait", () => {
    const build = command({ name: "build", status: "FAILED" });
    expect(suiteOf(reportOf(suite, { suite: [], commands: [build] })).ok).toBe(true);
  });
});

describe("the first baseline", () => {
  const from = (...suites: Parameters<typeof reported>) =>
    baselineFrom(reported(...suites), { sha: SHA, captured_at: AT });

  it("knows what passes and what was broken before", () => {
    expect(from({ adds: "passed", divides: "failed", later: "skipped" }, { divides: "failed" })).toEqual({
      schema_version: 1,
      captured_at: AT,
      sha: SHA,
      command: "npm test",
      passing: ["adds"],
      known_failures: ["divides"],
    });
  });

  it("takes a flake for passing: as a known failure it would hide a regression", () => {
    expect(from({ flaky: "failed" }, { flaky: "passed" })).toMatchObject({ passing: ["flaky"], known_failures: [] });
  });

  it("is empty where there are no tests", () => {
    expect(from({})).toMatchObject({ passing: [], known_failures: [] });
  });
});

describe("a full run before a release", () => {
  const baseline = aBaseline({ passing: ["adds"], known_failures: ["divides"] });

  it.each<[string, Parameters<typeof reported>, boolean, RegExp]>([
    ["passes when nothing regressed", [{ adds: "passed", divides: "failed" }], true, /no regression in 2 tests/],
    ["passes when what failed passed again", [{ adds: "failed" }, { adds: "passed" }], true, /no regression/],
    ["fails when a test fails twice", [{ adds: "failed" }, { adds: "failed" }], false, /failing now: adds/],
    ["fails when a test is gone", [{ divides: "passed" }], false, /gone: adds/],
    ["fails when it proves nothing", [{}], false, /proves nothing: no tests/],
  ])("%s", (_, suites, passed, why) => {
    expect(judgeFullRun(SHA, reported(...suites), baseline)).toMatchObject({
      sha: SHA,
      passed,
      why: expect.stringMatching(why),
    });
  });

  it("names what is lost, so that it can be looked for among the merges", () => {
    const gone = aBaseline({ passing: ["adds", "subtracts"], known_failures: [] });
    expect(judgeFullRun(SHA, reported({ adds: "failed" }, { adds: "failed" }), gone)).toMatchObject({
      tests: [
        { name: "adds", now: "failing" },
        { name: "subtracts", now: "gone" },
      ],
    });
  });

  it("names twenty tests at most and counts the rest, and cuts a name visibly", () => {
    const many = Object.fromEntries(
      Array.from({ length: 21 }, (_, n) => [`t${n} ${"x".repeat(300)}`, "failed"] as const),
    );
    const { why } = judgeFullRun(SHA, reported(many), baseline);
    expect(why).toContain("and 1 more");
    expect(why).not.toContain("x".repeat(201));
    expect(why).toContain("…");
  });
});
