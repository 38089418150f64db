import { describe, expect, it } from "vitest";
import { gatesText } from "../../../src/cli/gates/gates-text.js";
import { paintFor } from "../../../src/cli/paint.js";
import type { ValidatorResult } from "../../../src/domain/gates/gate-report.js";
import { gateResult } from "../../../src/gates/plan/gate-result.js";

const plain = paintFor({ isTTY: false }, {});

const result = (code: ValidatorResult["code"], changes: Partial<ValidatorResult>): ValidatorResult => ({
  code,
  gate: 1,
  status: "FAILED",
  message: "",
  details: {},
  duration_ms: 1,
  fix: "Mend it.",
  places: [],
  ...changes,
});

const text = (...validators: ValidatorResult[]) =>
  gatesText(gateResult({ id: "task-001", gates: [1], validators, commands: [], confinement: "bubblewrap" }), plain);

describe("the text of gates", () => {
  it("names the place of each problem", () => {
    expect(
      text(
        result("CONTRACT_SCHEMA_VALID", { status: "PASSED", message: "Contract is valid", fix: "" }),
        result("TEST_CLAUSE_MAPPING_VALID", {
          message: "Found 1 invalid @clause tag(s)",
          details: { invalidTags: [{ clauseId: "CL-AUTH-999", file: "tests/auth.test.ts", line: 45 }] },
          places: [{ path: "tests/auth.test.ts", line: 45, message: 'No clause is called "CL-AUTH-999"' }],
        }),
        result("CONTRACT_CLAUSE_COVERAGE", {
          status: "WARNING",
          message: "Coverage is 66.7% (2/3 clauses)",
          details: { uncoveredClauseIds: ["CL-AUTH-003"] },
        }),
        result("TEST_SYNTAX_VALID", {
          message: "tests/auth.test.ts does not parse: 1 error(s)",
          details: { errors: ["tests/auth.test.ts:3: ')' expected."] },
          places: [{ path: "tests/auth.test.ts", line: 3, message: "')' expected." }],
        }),
        result("MANIFEST_FILE_LOCK", {
          message: "The manifest does not hold: 1 error(s)",
          details: { errors: ["src/a.ts: listed twice"] },
        }),
      ),
    ).toBe(`Failed at Gate 1: TEST_CLAUSE_MAPPING_VALID

TEST_CLAUSE_MAPPING_VALID
  Found 1 invalid @clause tag(s)
    tests/auth.test.ts:45: No clause is called "CL-AUTH-999"
  Fix: Mend it.

TEST_SYNTAX_VALID
  tests/auth.test.ts does not parse: 1 error(s)
    tests/auth.test.ts:3: ')' expected.
  Fix: Mend it.

MANIFEST_FILE_LOCK
  The manifest does not hold: 1 error(s)
    src/a.ts: listed twice
  Fix: Mend it.

CONTRACT_CLAUSE_COVERAGE
  Coverage is 66.7% (2/3 clauses)
    CL-AUTH-003: no test is tagged with it
  Fix: Mend it.

Gate 1 contract: FAILED
  ok   CONTRACT_SCHEMA_VALID: Contract is valid
  FAIL TEST_CLAUSE_MAPPING_VALID: Found 1 invalid @clause tag(s)
  warn CONTRACT_CLAUSE_COVERAGE: Coverage is 66.7% (2/3 clauses)
  FAIL TEST_SYNTAX_VALID: tests/auth.test.ts does not parse: 1 error(s)
  FAIL MANIFEST_FILE_LOCK: The manifest does not hold: 1 error(s)

Confinement: bubblewrap
`);
  });

  it("says how many places there are beside those it lists", () => {
    const places = Array.from({ length: 60 }, (_, line) => ({ path: "a.ts", line: line + 1, message: "x" }));
    expect(text(result("TEST_SYNTAX_VALID", { places }))).toContain("    a.ts:50: x\n    and 10 more\n");
  });
});
