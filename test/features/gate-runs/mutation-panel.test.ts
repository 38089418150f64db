import { describe, expect, it } from "vitest";
import { renderGates } from "../../../src/context/sections/render-gates.js";
import type { GateReport } from "../../../src/domain/gates/gate-report.js";
import type { TriedMutant } from "../../../src/domain/gates/mutation-report.js";
import { gatesCheck } from "../../../src/features/gate-runs/gates-check.js";
import { shippedMutation } from "../../../src/features/shipping/ship-evidence.js";
import { gateReport, gateRequest, validatorResult } from "../../support/gate-report.js";

const mutant = (fate: TriedMutant["fate"], line: number): TriedMutant => ({
  path: "src/grade.js",
  line,
  operator: "boundary",
  change: "`>=` becomes `>`",
  fate,
});
const MUTATION = {
  kind: "tried",
  mutants: [mutant("survived", 14), mutant("killed", 2), mutant("not-covered", 9), mutant("timed-out", 5)],
  left: 7,
  clauses: [
    { clause: "CL-ERROR-001", tests: 1, killed: 0 },
    { clause: "CL-HAPPY-001", tests: 2, killed: 1 },
  ],
  violations: [],
  duration_ms: 5,
} satisfies GateReport["mutation"];

const check = (mutation: GateReport["mutation"]) =>
  gatesCheck({
    runType: "EXECUTION",
    attempt: 1,
    attempts: 3,
    runs: [],
    unusable: [],
    reports: [
      gateReport(gateRequest({ run_type: "EXECUTION", part: "judge" }), {
        validators: [validatorResult({ code: "DIFF_SCOPE_ENFORCEMENT" })],
      }),
      gateReport(gateRequest({ run_type: "EXECUTION", part: "execute" }), {
        validators: [validatorResult()],
        ...(mutation === undefined ? {} : { mutation }),
      }),
    ],
  });

describe("mutants in the check of gate 2", () => {
  it("are a score, the clauses, and each that no test notices with its place", () => {
    const { summary, status } = check(MUTATION);
    expect(status).toEqual({ kind: "completed", conclusion: "success" });
    expect(summary).toContain(
      "the tests notice 50 % of 4 mistakes (1 killed, 1 survived, 1 timed out, 1 not covered); 7 more were not tried",
    );
    expect(summary).toContain("| CL-ERROR-001 | 1 | **0** |");
    expect(summary).toContain("| `src/grade.js:14` | `>=` becomes `>` | survived |");
    expect(summary).toContain("| `src/grade.js:9` | `>=` becomes `>` | not covered |");
    expect(summary).not.toContain("src/grade.js:2");
  });

  it("fail the check by their violations, each with what to do", () => {
    const violations = [{ message: "The test of CL-ERROR-001 notices none.", fix: "Assert the error." }];
    const { summary, title, status } = check({ ...MUTATION, violations });
    expect(status).toEqual({ kind: "completed", conclusion: "failure" });
    expect(title).toContain("1 finding");
    expect(summary).toMatch(
      /### FAILED MUTATION\s+The test of CL-ERROR-001 notices none\.\s+\*\*To do:\*\* Assert the error\./,
    );
  });

  it("say why none were tried", () => {
    const { summary } = check({ kind: "left-out", reason: "mutation.max_mutants is 0" });
    expect(summary).toContain("**Mutants**: none tried, because mutation.max\\_mutants is 0.");
  });
});

it("a survivor is told to the Challenger by place and operator, and is in the ship evidence", () => {
  const facts = { validators: [], tests: [], assertions: [], commands: [], mutation: MUTATION };
  const told = renderGates(facts, { role: "challenger", permission: "FULL" });
  expect(told).toContain("src/grade.js:14: no test notices when `>=` becomes `>`");
  expect(told).toContain("the tests of these clauses notice none: CL-ERROR-001");
  expect(shippedMutation({ mutation: MUTATION })).toEqual({
    mutation: {
      score: 50,
      tried: 4,
      survivors: [
        "src/grade.js:9: no test runs this; `>=` becomes `>`",
        "src/grade.js:14: no test notices when `>=` becomes `>`",
      ],
    },
  });
  expect(shippedMutation({})).toEqual({});
});
