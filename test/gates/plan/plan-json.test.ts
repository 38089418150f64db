import { describe, expect, it } from "vitest";
import type { ValidatorResult } from "../../../src/domain/gates/gate-report.js";
import { readGateList } from "../../../src/gates/plan/gate-list.js";
import { gateResult } from "../../../src/gates/plan/gate-result.js";
import { readPlanJson } from "../../../src/gates/plan/plan-json.js";
import { VALIDATORS } from "../../../src/gates/validators.js";

const PLAN = {
  outputId: "task-001",
  projectPath: "/project",
  taskPrompt: "Implement user authentication",
  testFilePath: "tests/auth.test.ts",
  manifest: {
    files: [
      { path: "src/auth.ts", action: "CREATE" },
      { path: "tests/auth.test.ts", action: "CREATE" },
    ],
    testFile: "tests/auth.test.ts",
  },
};

const problems = (plan: unknown) => {
  const read = readPlanJson(JSON.stringify(plan));
  return read.ok ? [] : read.refusal.message.split("\n");
};

describe("plan.json", () => {
  it("has the documented defaults", () => {
    const read = readPlanJson(JSON.stringify(PLAN));
    expect(read.ok && read.value).toMatchObject({
      baseRef: "origin/main",
      targetRef: "HEAD",
      dangerMode: false,
      runType: "CONTRACT",
    });
  });

  it.each<[string, unknown, string]>([
    ["taskPrompt", { ...PLAN, taskPrompt: "short" }, "taskPrompt: must contain at least 10 characters"],
    [
      "testFilePath",
      { ...PLAN, testFilePath: "x.test.ts" },
      'testFilePath: must be manifest.testFile, which is "tests/auth.test.ts"',
    ],
    [
      "manifest.files",
      { ...PLAN, manifest: { files: [], testFile: "tests/auth.test.ts" } },
      "manifest.files: must name at least one file",
    ],
    [
      "contractRunId",
      { ...PLAN, contractRunId: "x" },
      "contractRunId: is for EXECUTION runs only: a CONTRACT run follows none",
    ],
    ["an unknown key", { ...PLAN, extra: 1 }, "plan: has no field extra: remove it"],
    ["a missing field", { ...PLAN, outputId: undefined }, "outputId: is missing: give a string"],
    ["an empty field", { ...PLAN, outputId: "" }, "outputId: must not be empty"],
    ["a missing object", { ...PLAN, manifest: undefined }, "manifest: is missing: give an object"],
    ["a wrong type", { ...PLAN, dangerMode: "yes" }, 'dangerMode: must be a boolean, not "yes"'],
    ["a list in place of an object", { ...PLAN, manifest: [] }, "manifest: must be an object, not an array"],
    ["nothing in place of a text", { ...PLAN, taskPrompt: null }, "taskPrompt: must be a string, not null"],
    ["a plan that is none", [], "plan: must be an object, not an array"],
  ])("is refused by field: %s", (_field, plan, message) => {
    expect(problems(plan)).toContain(message);
  });

  it("lists every problem at once, those of the contract too", () => {
    const found = problems({ ...PLAN, taskPrompt: "", runType: "RED", contract: { mode: "LOOSE" } });
    expect(found.map((line) => line.slice(0, line.indexOf(":")))).toEqual(
      expect.arrayContaining(["taskPrompt", "runType", "contract.mode", "contract.clauses"]),
    );
  });

  it("is held against its own fields also where another one is wrong", () => {
    const wrong = { ...PLAN, dangerMode: 1, testFilePath: "x.test.ts", contractRunId: "x" };
    expect(problems(wrong)).toEqual([
      "dangerMode: must be a boolean, not 1",
      'testFilePath: must be manifest.testFile, which is "tests/auth.test.ts"',
      "contractRunId: is for EXECUTION runs only: a CONTRACT run follows none",
    ]);
  });

  it("is judged after its overrides", () => {
    const text = JSON.stringify({ ...PLAN, contractRunId: "contract-run-123" });
    expect(readPlanJson(text, { runType: "EXECUTION", baseRef: "main" })).toMatchObject({
      ok: true,
      value: { runType: "EXECUTION", baseRef: "main", targetRef: "HEAD" },
    });
  });

  it("must be JSON", () => {
    expect(readPlanJson("{")).toMatchObject({ ok: false, refusal: { code: "plan-invalid" } });
  });
});

describe("a list of gates", () => {
  it.each([
    ["0,1", [0, 1]],
    ["3, 2", [2, 3]],
    ["1,1", [1]],
  ])("%j is %j", (text, gates) => {
    expect(readGateList(text, "--gates")).toEqual({ ok: true, value: gates });
  });

  it.each(["4", "", "0,x", "-1"])("%j is refused", (text) => {
    expect(readGateList(text, "--gates")).toMatchObject({
      ok: false,
      refusal: { message: `--gates must be numbers from 0 to 3, separated by commas, not ${text}` },
    });
  });
});

describe("the result of a stand-alone run", () => {
  const all = (changes: Partial<Record<string, Partial<ValidatorResult>>> = {}): ValidatorResult[] =>
    VALIDATORS.map(({ code, gate }) => ({
      code,
      gate,
      status: "PASSED",
      message: "",
      details: {},
      duration_ms: 12,
      fix: "",
      places: [],
      ...changes[code],
    }));
  const of = (validators: ValidatorResult[], commands: Parameters<typeof gateResult>[0]["commands"] = []) =>
    gateResult({ id: "clx123", gates: [0, 1, 2, 3], validators, commands, confinement: "bubblewrap" });

  it("of a success", () => {
    expect(of(all())).toMatchObject({
      id: "clx123",
      status: "PASSED",
      passed: true,
      currentGate: 3,
      failedAt: null,
      failedValidatorCode: null,
      summary: "All 25 validators passed",
      gateResults: [
        { gateNumber: 0, status: "PASSED", passedCount: 5, failedCount: 0 },
        { gateNumber: 1, status: "PASSED", passedCount: 13 },
        { gateNumber: 2, status: "PASSED", passedCount: 5 },
        { gateNumber: 3, status: "PASSED", passedCount: 2 },
      ],
    });
    expect(of(all()).validatorResults[0]).toEqual({
      code: "TOKEN_BUDGET_FIT",
      gate: 0,
      status: "PASSED",
      message: "",
      details: {},
      durationMs: 12,
      fix: "",
      places: [],
    });
  });

  it("of a failure names the gate and the first validator that blocks", () => {
    expect(of(all({ CONTRACT_CLAUSE_COVERAGE: { status: "FAILED" } }))).toMatchObject({
      status: "FAILED",
      passed: false,
      currentGate: 1,
      failedAt: 1,
      failedValidatorCode: "CONTRACT_CLAUSE_COVERAGE",
      summary: "Failed at Gate 1: CONTRACT_CLAUSE_COVERAGE",
    });
  });

  it("of a failure blames what failed before what could not be judged because of it", () => {
    const unjudged = { status: "NOT_RUN", message: "does not parse: see TEST_SYNTAX_VALID" } as const;
    const validators = all({
      TEST_CLAUSE_MAPPING_VALID: unjudged,
      TEST_SYNTAX_VALID: { status: "FAILED" },
      DIFF_SCOPE_ENFORCEMENT: { status: "NOT_RUN", message: "Not run: gate 1 failed" },
    });
    expect(of(validators)).toMatchObject({ failedAt: 1, failedValidatorCode: "TEST_SYNTAX_VALID" });
    expect(of(all({ TEST_CLAUSE_MAPPING_VALID: unjudged }))).toMatchObject({
      failedValidatorCode: "TEST_CLAUSE_MAPPING_VALID",
    });
  });

  it("of a success with warnings, and with what a run type skips", () => {
    expect(of(all({ TEST_INTENT_ALIGNMENT: { status: "WARNING" } })).summary).toBe("All gates passed with 1 warning");
    const skipped = all({ FULL_REGRESSION_PASS: { status: "SKIPPED" }, PRODUCTION_BUILD_PASS: { status: "SKIPPED" } });
    expect(of(skipped)).toMatchObject({ currentGate: 2, summary: "All 23 validators passed, 2 skipped" });
    const [only, ...others] = all();
    const alone = [only, ...others.map((each) => ({ ...each, status: "SKIPPED" }))] as ReturnType<typeof all>;
    expect(of(alone).summary).toBe("The one validator passed, 24 skipped");
  });

  it("of a run without validators says what was done instead, not that they passed", () => {
    const ran = { command: "x", required: true, exit_code: 0, duration_ms: 1, output: "", status: "PASSED" } as const;
    const nothing = "Nothing to judge by reading: what this is about is judged by running it, in a run of its own";
    expect(of([])).toMatchObject({ passed: true, status: "PASSED", summary: nothing });
    expect(of([], [{ ...ran, name: "install" }]).summary).toBe(
      "Nothing to judge: 1 command ran, and the report says what came of it",
    );
    expect(
      of(
        [],
        [ran, ran].map((each, index) => ({ ...each, name: `${index}` })),
      ).summary,
    ).toContain("2 commands ran");
    expect(of(all().map((each) => ({ ...each, status: "SKIPPED" }) as const)).summary).toBe(`${nothing}, 25 skipped`);
  });

  it("is a failure at gate 2 when a required command of the user's fails", () => {
    const command = { command: "make", required: true, exit_code: 1, duration_ms: 1, output: "" };
    const result = of(all(), [{ ...command, name: "check-migrations", status: "FAILED" }]);
    expect(result).toMatchObject({ passed: false, failedAt: 2, failedValidatorCode: "check-migrations" });
    expect(result.commandResults[0]).toMatchObject({ exitCode: 1, durationMs: 1 });
    const stopped = { status: "NOT_RUN", message: "Not run: gate 2 failed" } as const;
    const later = all({ FULL_REGRESSION_PASS: stopped, PRODUCTION_BUILD_PASS: stopped });
    expect(of(later, [{ ...command, name: "check-migrations", status: "FAILED" }])).toMatchObject({
      failedAt: 2,
      failedValidatorCode: "check-migrations",
    });
    expect(of(all(), [{ ...command, name: "lint", status: "FAILED" }]).passed).toBe(true);
  });
});
