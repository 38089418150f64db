import { describe, expect, it } from "vitest";
import type { GateReport, ValidatorResult } from "../../../src/domain/gates/gate-report.js";
import type { GateStatus } from "../../../src/domain/validation/gate-status.js";
import {
  gateCheckName,
  gatesCheck,
  gatesRunning,
  MAX_ANNOTATIONS,
  singleGateCheck,
} from "../../../src/features/gate-runs/gates-check.js";
import { CHECK_SUMMARY_BYTES, CHECK_TEXT_LIMIT } from "../../../src/render/check-digest.js";
import { anAssertionResult } from "../../support/assertion-result.js";
import { gateReport, gateRequest, validatorResult } from "../../support/gate-report.js";

const judge = (validators: ValidatorResult[], overrides: Partial<GateReport> = {}) =>
  gateReport(gateRequest({ run_type: "EXECUTION", part: "judge" }), { validators, ...overrides });
const execute = (validators: ValidatorResult[], overrides: Partial<GateReport> = {}) =>
  gateReport(gateRequest({ run_type: "EXECUTION", part: "execute" }), { validators, ...overrides });
const round = (reports: GateReport[], overrides: object = {}) => ({
  runType: "EXECUTION" as const,
  attempt: 1,
  attempts: 3,
  runs: [{ part: "judge" as const, url: "https://x.test/1" }],
  reports,
  unusable: [],
  ...overrides,
});
const scope = validatorResult({ code: "DIFF_SCOPE_ENFORCEMENT" });
const place = (line: number) => ({ path: "src/a.ts", line, message: `line ${line}` });

describe("the gates as a check run", () => {
  it("joins judge and executor into four gates and passes when nothing blocks", () => {
    const check = gatesCheck(round([judge([scope]), execute([validatorResult()])]));
    expect(check.status).toEqual({ kind: "completed", conclusion: "success" });
    expect(check.title).toBe("Passed: Execution gates, attempt 1 of 3");
    expect(check.summary).toContain("| 2 execution | PASSED | 2 validators |");
    expect(check.summary).toContain("| 0 sanitization | SKIPPED | not part of this run |");
    expect(check.summary).toContain("Runs: [judge](https://x.test/1)");
    expect(check.annotations).toEqual([]);
  });

  it("says first that code under test ran unconfined, and why, also where everything passed", () => {
    const runner = { id: "local", confinement: "none: bubblewrap is not installed", lock_file_digest: null };
    const check = gatesCheck(round([judge([scope]), execute([validatorResult()], { runner })]));
    expect(check.status).toEqual({ kind: "completed", conclusion: "success" });
    const after = check.summary.split("Runs: [judge](https://x.test/1)")[1] ?? "";
    expect(after.trim()).toMatch(
      /^\*\*Code under test ran unconfined\*\*, .*: bubblewrap is not installed\. `gates\.confinement` is `preferred`/,
    );
    expect(singleGateCheck(round([execute([validatorResult()], { runner })]), 2).summary).toContain("ran unconfined");
  });

  it("says nothing of the kind where it was confined", () => {
    expect(gatesCheck(round([judge([scope]), execute([validatorResult()])])).summary).not.toContain("confine");
  });

  it("counts one validator as one", () => {
    const check = gatesCheck(round([judge([scope])]));
    expect(check.summary).toContain("| gate | result | judged by |");
    expect(check.summary).toContain("| 2 execution | PASSED | 1 validator |");
  });

  it("does not count a validator that was skipped among those that judged", () => {
    const lint = validatorResult({ code: "STYLE_CONSISTENCY_LINT", status: "SKIPPED" });
    const check = gatesCheck(round([judge([scope]), execute([validatorResult(), lint])]));
    expect(check.summary).toContain("| 2 execution | PASSED | 2 validators, 1 skipped |");
  });

  it.each([
    ["PASSED", "success"],
    ["WARNING", "success"],
    ["SKIPPED", "success"],
    ["FAILED", "failure"],
    ["NOT_RUN", "failure"],
    ["VACUOUS", "failure"],
  ] as const)("concludes %s as %s", (status: GateStatus, conclusion) => {
    const check = gatesCheck(round([execute([validatorResult({ status })])]));
    expect(check.status).toEqual({ kind: "completed", conclusion });
  });

  it.each([
    ["CONTRACT", "0 sanitization"],
    ["EXECUTION", "2 execution"],
    ["INTEGRITY", "3 integrity"],
  ] as const)("does not pass a %s run that reported nothing for gate %s", (runType, gate) => {
    const check = gatesCheck(round([], { runType }));
    expect(check.status).toEqual({ kind: "completed", conclusion: "failure" });
    expect(check.summary).toContain(`| ${gate} | **NOT_RUN** | nothing was reported |`);
    expect(check.title).toContain(`Failed at gate ${gate}`);
  });

  it("is red over a required command without a validator, and over unread tests", () => {
    const command = {
      name: "check-migrations",
      command: "make migrations",
      exit_code: 1,
      duration_ms: 1,
      output: "no",
    };
    const failing = execute([validatorResult()], { commands: [{ ...command, required: true, status: "FAILED" }] });
    const check = gatesCheck(round([judge([scope]), failing]));
    expect(check.status).toEqual({ kind: "completed", conclusion: "failure" });
    expect(check.title).toBe("Failed at gate 2 execution, 1 finding: Execution gates, attempt 1 of 3");
    expect(check.summary).toContain("### FAILED command check-migrations");
    const forged = execute([validatorResult()], { tests: [{ name: "always passes", status: "passed" }] });
    expect(gatesCheck(round([judge([scope]), forged])).summary).toContain("### FAILED TEST_INVENTORY");
  });

  it("says that tests were not compared with an unreadable file", () => {
    const ran = { tests: [{ name: "TestNormalise", status: "passed" as const }] };
    const compared = (inventory: GateReport["inventory"]) =>
      gatesCheck(round([judge([scope], { inventory }), execute([validatorResult()], ran)])).summary;
    expect(compared(null)).toContain("not compared with those in the file");
    expect(compared([])).not.toContain("not compared");
  });

  it("counts the worse of two results of one validator", () => {
    const good = validatorResult();
    const bad = validatorResult({ status: "FAILED", fix: "mend it", message: "1 test failed" });
    for (const reports of [
      [judge([good]), execute([bad])],
      [judge([bad]), execute([good])],
    ]) {
      const check = gatesCheck(round(reports));
      expect(check.title).toBe("Failed at gate 2 execution, 1 finding: Execution gates, attempt 1 of 3");
      expect(check.summary).toContain("| 2 execution | **FAILED** | TASK_TEST_PASSES |");
    }
  });

  it("puts failures with what to do before warnings, and marks their places", () => {
    const check = gatesCheck(
      round([
        judge([
          validatorResult({ code: "STYLE_CONSISTENCY_LINT", status: "WARNING", message: "style", places: [place(9)] }),
          validatorResult({
            code: "STRICT_COMPILATION",
            status: "FAILED",
            message: "<b>",
            fix: "declare x",
            places: [place(1), place(2), place(3), place(4)],
          }),
        ]),
      ]),
    );
    expect(check.summary).toMatch(/FAILED STRICT_COMPILATION[\s\S]*Warning STYLE_CONSISTENCY_LINT/);
    expect(check.summary).toContain("**To do:** declare x");
    expect(check.summary).toContain("&lt;b&gt;");
    expect(check.summary).toContain("At `src/a.ts:1`, `src/a.ts:2`, `src/a.ts:3` and 1 more.");
    expect(check.annotations.map(({ level, line, title }) => [level, line, title])).toEqual([
      ["failure", 1, "STRICT_COMPILATION"],
      ["failure", 2, "STRICT_COMPILATION"],
      ["failure", 3, "STRICT_COMPILATION"],
      ["failure", 4, "STRICT_COMPILATION"],
      ["warning", 9, "STYLE_CONSISTENCY_LINT"],
    ]);
  });

  it.each([MAX_ANNOTATIONS - 1, MAX_ANNOTATIONS, MAX_ANNOTATIONS + 1])(
    "marks %i places, and counts those it does not",
    (count) => {
      const places = Array.from({ length: count }, (_, index) => place(index + 1));
      const check = gatesCheck(round([execute([validatorResult({ status: "FAILED", places })])]));
      expect(check.annotations).toHaveLength(Math.min(count, MAX_ANNOTATIONS));
      expect(check.summary.includes("1 more places are not marked")).toBe(count > MAX_ANNOTATIONS);
    },
  );

  it("shows the assertions: requirements, tier, expected, actual, suggestions, attempt", () => {
    const assertions = [
      anAssertionResult(),
      anAssertionResult({ passed: false, tier: 1, expected: "a | b", actual: "c" }),
      anAssertionResult({
        passed: false,
        tier: "judge",
        error: "no compiler",
        assertion: { ...anAssertionResult().assertion, type: "suggest" },
      }),
    ];
    const { summary } = gatesCheck(round([execute([validatorResult()], { assertions })], { attempt: 2 }));
    expect(summary).toContain("**Requirements 1/2**, attempt 2 of 3");
    expect(summary).toContain("| **fails** | Must match the signature | 1 | `a \\| b` | `c` |");
    expect(summary).toContain("| suggested | Must match the signature | judge |  | `no compiler` |");
    expect(summary).toContain("1 of 1 suggestions not followed; they do not block.");
    expect(summary.indexOf("**fails**")).toBeLessThan(summary.indexOf("| holds |"));
  });

  it("gives no verdict where a run left no report that can be believed", () => {
    const unusable = [{ part: "execute", why: "the report's nonce is another" }];
    const check = gatesCheck(round([judge([scope])], { unusable }));
    expect(check.title).toBe("No verdict: Execution gates, attempt 1 of 3");
    expect(check.status).toEqual({ kind: "completed", conclusion: "failure" });
    expect(check.summary).toContain("**No verdict from the execute run**: the report's nonce is another");
  });

  it("shows what commands printed, failed ones first, and a fence cannot be closed from inside", () => {
    const command = { command: "npm test", required: true, exit_code: 0, duration_ms: 1, output: "ok" };
    const { text } = gatesCheck(
      round([
        execute([validatorResult()], {
          commands: [
            { ...command, name: "lint", status: "PASSED" },
            { ...command, name: "test", status: "FAILED", exit_code: 1, output: "```\n<script>" },
          ],
        }),
      ]),
    );
    expect(text.indexOf("FAILED test (exit 1)")).toBeLessThan(text.indexOf("PASSED lint (exit 0)"));
    expect(text).toContain("````\n```\n<script>\n````");
  });

  it("stays within GitHub's limits however much a report says", () => {
    const huge = "é&|`".repeat(5_000);
    const validators = [
      "STRICT_COMPILATION",
      "TASK_TEST_PASSES",
      "STYLE_CONSISTENCY_LINT",
      "DIFF_SCOPE_ENFORCEMENT",
      "TEST_READ_ONLY_ENFORCEMENT",
    ] as const;
    const failed = validators.map((code) => validatorResult({ code, status: "FAILED", message: huge, fix: huge }));
    const commands = Array.from({ length: 50 }, () => ({
      name: "&".repeat(100),
      command: huge.slice(0, 1_000),
      required: true,
      status: "FAILED" as const,
      exit_code: 1,
      duration_ms: 1,
      output: huge,
    }));
    const assertions = Array.from({ length: 1_000 }, () => anAssertionResult({ passed: false, expected: huge }));
    const check = gatesCheck(round([judge(failed, { commands }), execute(failed, { commands, assertions })]));
    expect(Buffer.byteLength(check.summary)).toBeLessThanOrEqual(CHECK_SUMMARY_BYTES);
    expect(check.text.length).toBeLessThanOrEqual(CHECK_TEXT_LIMIT);
    expect(check.summary).toContain("**FAILED**");
    expect(check.text).toContain("what it printed did not fit");
  });
});

describe("while gates run", () => {
  it("is in progress from the first moment, and leads to the runs", () => {
    const running = gatesRunning({ runType: "CONTRACT", runsUrl: "/acme/product/actions/workflows/factory-gates.yml" });
    expect(running).toMatchObject({ status: { kind: "in_progress" }, title: "Contract gates are running" });
    expect(running.summary).toContain("(/acme/product/actions/workflows/factory-gates.yml)");
  });
});

describe("what a check run of gates also says", () => {
  it("names what was skipped and why, so that it does not look like a pass", () => {
    const reason = "validation_cadence is on-demand and nobody asked for a full run";
    const skipped = validatorResult({ code: "FULL_REGRESSION_PASS", gate: 3, status: "SKIPPED", message: reason });
    const { summary } = gatesCheck(round([execute([skipped])], { runType: "INTEGRITY" }));
    expect(summary.replaceAll("\\", "")).toContain(`Skipped:\n\n- FULL_REGRESSION_PASS: ${reason}`);
  });

  it("says, while they run and when they have ended, why they were asked for again", () => {
    const lost = "the report's nonce is another one";
    const words = "Asked for again. The last run was not used: the report's nonce is another one";
    expect(gatesRunning({ runType: "CONTRACT", runsUrl: "/runs", lost }).summary).toContain(words);
    expect(gatesCheck(round([execute([validatorResult()])], { lost })).summary).toContain(words);
    expect(gatesCheck(round([execute([validatorResult()])])).summary).not.toContain("Asked for again");
  });

  it("counts no attempts of a whole branch, which has none", () => {
    const passed = validatorResult({ code: "FULL_REGRESSION_PASS", gate: 3 });
    const once = { runType: "INTEGRITY", attempt: 1, attempts: 1 };
    expect(gatesCheck(round([execute([passed])], once)).title).toBe("Passed: Integrity gates");
  });
});

describe("one gate of the final head", () => {
  it("has its own name and content", () => {
    expect([0, 1, 2, 3].map((gate) => gateCheckName(gate as 0))).toEqual([
      "factory / 0 sanitization",
      "factory / 1 contract",
      "factory / 2 execution",
      "factory / 3 integrity",
    ]);
    const bad = validatorResult({ code: "TASK_CLARITY_CHECK", gate: 0, status: "FAILED" });
    const reports = [judge([bad]), execute([validatorResult()])];
    expect(singleGateCheck(round(reports), 2).status).toEqual({ kind: "completed", conclusion: "success" });
    const check = singleGateCheck(round(reports), 0);
    expect(check.status).toEqual({ kind: "completed", conclusion: "failure" });
    expect(check.summary).not.toContain("2 execution");
  });

  it("does not call a gate passed that the final run was not for: it says where it passed", () => {
    const reports = [judge([validatorResult({ code: "FULL_REGRESSION_PASS", gate: 3 })])];
    const check = singleGateCheck(round(reports, { runType: "INTEGRITY" }), 1);
    expect(check.status).toEqual({ kind: "completed", conclusion: "neutral" });
    expect(check.title).toBe("Gate 1 contract passed by each module before its review");
    const own = singleGateCheck(round(reports, { runType: "INTEGRITY" }), 3);
    expect(own.status).toEqual({ kind: "completed", conclusion: "success" });
  });

  it("does not repeat its title in its summary, where both are shown", () => {
    const check = gatesCheck(round([execute([validatorResult()])]));
    expect(check.summary).not.toContain(check.title);
  });
});
