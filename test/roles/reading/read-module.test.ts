import { describe, expect, it } from "vitest";
import { concludeGates } from "../../../src/features/gate-runs/conclude-gates.js";
import type { ModuleStep } from "../../../src/features/modules/module-work.js";
import { type ModuleReading, sectionsOf } from "../../../src/roles/reading/read-module.js";
import type { TaskReading } from "../../../src/roles/reading/read-task.js";
import { anAssertionResult } from "../../support/assertion-result.js";
import { gateReport, gateRequest, validatorResult } from "../../support/gate-report.js";
import { inWork, modules, PLAN } from "../../support/halted.js";
import { FIRST_TASK } from "../../support/loop.js";

const failing = validatorResult({ status: "FAILED", message: "1 of 3 tests failed", fix: "Make it pass." });
const unmet = anAssertionResult({ passed: false, expected: "(a)", actual: "(a, b)" });
const reports = {
  judge: gateReport(gateRequest({}), { assertions: [unmet] }),
  execute: gateReport(gateRequest({}), { validators: [failing] }),
};

function sections(from: "head" | "red-commit" = "head") {
  const step: ModuleStep = { step: "asking", activity: "implement", question: 5, attempt: 2, from };
  const [work] = modules({ step, failures: concludeGates(reports) });
  const planned = PLAN.modules[0];
  const module = { planned, work, contract: null, exports: [], reports, shippedElsewhere: { shown: [], leftOut: 0 } };
  const task = { seals: [], work: inWork({}).work[FIRST_TASK], plan: PLAN };
  return sectionsOf(task as unknown as TaskReading, module as unknown as ModuleReading);
}

describe("what a later attempt answers for", () => {
  it("is what an assertion expected and found, as the report has it", () => {
    expect(sections().retry.previous_violations).toContainEqual({
      source: "assertion",
      check: "signature_match",
      message: "Must match the signature",
      expected: "(a)",
      actual: "(a, b)",
    });
  });

  it("is the message alone of what is not known any closer, and not the message twice", () => {
    expect(sections().retry.previous_violations).toContainEqual({
      source: "gate",
      check: "TASK_TEST_PASSES",
      message: "1 of 3 tests failed",
      expected: "Make it pass.",
      actual: "",
    });
  });

  it.each([
    ["head", true],
    ["red-commit", false],
  ] as const)("is told whether its files are still there when it goes on from the %s", (from, kept) => {
    expect(sections(from).keepsTree).toBe(kept);
  });
});
