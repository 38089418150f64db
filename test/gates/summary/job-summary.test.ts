import { describe, expect, it } from "vitest";
import type { CommandResult, ValidatorResult } from "../../../src/domain/gates/gate-report.js";
import { jobSummary } from "../../../src/gates/summary/job-summary.js";

const result = (code: ValidatorResult["code"], changes: Partial<ValidatorResult> = {}): ValidatorResult => ({
  code,
  gate: 0,
  status: "PASSED",
  message: "fine",
  details: {},
  duration_ms: 1.4,
  fix: "",
  places: [],
  ...changes,
});
const command = (changes: Partial<CommandResult>): CommandResult => ({
  name: "lint",
  command: "npm run lint",
  required: true,
  status: "PASSED",
  exit_code: 0,
  duration_ms: 10,
  output: "clean",
  ...changes,
});
const summary = (validators: ValidatorResult[], commands: CommandResult[] = []) =>
  jobSummary({ title: "contract judge", validators, commands, confinement: "none needed" });

describe("a job's summary", () => {
  it("puts failures with their fix before everything that passed", () => {
    const text = summary([
      result("TOKEN_BUDGET_FIT"),
      result("TASK_TEST_PASSES", { gate: 2, status: "FAILED", message: "1 of 2 tests failed", fix: "Mend it." }),
    ]);
    expect(text.indexOf("### ❌ TASK_TEST_PASSES")).toBeLessThan(text.indexOf("`TOKEN_BUDGET_FIT`"));
    expect(text.indexOf("| ❌ | `TASK_TEST_PASSES`")).toBeLessThan(text.indexOf("| ✅ | `TOKEN_BUDGET_FIT`"));
    expect(text).toContain("**Fix:** Mend it.");
    expect(text).toContain("| 2 execution | ❌ FAILED | 0 of 1 |");
  });

  it("explains what could not be judged in the gate that failed, and is silent about what came after it", () => {
    const text = summary([
      result("TEST_SYNTAX_VALID", {
        gate: 1,
        status: "NOT_RUN",
        message: "Tests in go cannot be judged",
        fix: "Accept.",
      }),
      result("TASK_TEST_PASSES", { gate: 2, status: "NOT_RUN", message: "Not run: gate 1 failed", fix: "Mend it." }),
    ]);
    expect(text).toContain("### ❌ TEST_SYNTAX_VALID\n\nTests in go cannot be judged\n\n**Fix:** Accept.");
    expect(text).not.toContain("### ❌ TASK_TEST_PASSES");
  });

  it("says what is wrong where, under the finding it belongs to", () => {
    const text = summary([
      result("CONTRACT_SCHEMA_VALID", {
        gate: 1,
        status: "FAILED",
        message: "Contract structure is invalid: 1 error(s)",
        details: { errors: ["mode: Invalid enum value"] },
        fix: "Correct it.",
      }),
      result("TEST_HAS_ASSERTIONS", {
        gate: 1,
        status: "FAILED",
        message: "1 of 2 test(s) assert nothing",
        fix: "Assert.",
        places: [{ path: "test/a_b.test.ts", line: 7, message: '"adds" asserts nothing' }],
      }),
      result("CONTRACT_CLAUSE_COVERAGE", {
        gate: 1,
        status: "WARNING",
        message: "Coverage is 50% (1/2 clauses)",
        details: { uncoveredClauseIds: ["CL-AUTH-003"] },
        fix: "Add a test.",
      }),
    ]);
    expect(text.slice(text.indexOf("###"), text.indexOf("| | Validator"))).toBe(`### ❌ CONTRACT_SCHEMA_VALID

Contract structure is invalid: 1 error(s)

- mode: Invalid enum value

**Fix:** Correct it.

### ❌ TEST_HAS_ASSERTIONS

1 of 2 test(s) assert nothing

- test/a\\_b.test.ts:7: "adds" asserts nothing

**Fix:** Assert.

### ⚠️ CONTRACT_CLAUSE_COVERAGE

Coverage is 50% (1/2 clauses)

- CL-AUTH-003: no test is tagged with it

**Fix:** Add a test.

`);
  });

  it("says right below its title where nothing confines code under test", () => {
    const text = jobSummary({ title: "all", validators: [], commands: [], confinement: "none: no bwrap" });
    expect(text).toMatch(
      /^## all\n\n> \[!WARNING\]\n> Nothing confines code under test on this machine: none: no bwrap\n/,
    );
    expect(summary([])).not.toContain("WARNING");
  });

  it("folds logs, in fences that the log cannot close", () => {
    const text = summary([], [command({ output: "```\n</details><script>" })]);
    expect(text).toContain(
      "<details><summary>✅ lint</summary>\n\n````text\n```\n</details><script>\n````\n\n</details>",
    );
  });

  it("lets no message start markup, mention anybody or leave its cell", () => {
    const text = summary([result("TOKEN_BUDGET_FIT", { message: "<img src=x> @octocat | [a](b)\n# title" })]);
    expect(text).toContain("&lt;img src=x> \\@octocat \\| \\[a\\](b) \\# title");
  });

  it("says so when logs do not fit", () => {
    const text = summary(
      [],
      Array.from({ length: 100 }, (_, index) => command({ name: `c${index}`, output: "x".repeat(12_000) })),
    );
    expect(text.length).toBeLessThan(1_000_000);
    expect(text).toMatch(/\d+ more logs do not fit here\.\n$/);
  });
});
