import { describe, expect, it } from "vitest";
import type { AssertionResult } from "../../../src/domain/enforcement/assertion-result.js";
import { contractViolations } from "../../../src/features/gate-runs/contract-violations.js";
import { gateReport, gateRequest, validatorResult } from "../../support/gate-report.js";

const signature = (changes: Partial<AssertionResult> = {}): AssertionResult => ({
  assertion: {
    type: "assert",
    condition: "c",
    message: "Must keep its signature",
    check: { type: "signature_match", target: "tag", signature: "(a)" },
  },
  passed: false,
  tier: 3,
  expected: "(a)",
  actual: "(a, b)",
  ...changes,
});
const of = (assertions: AssertionResult[], validators = [validatorResult()]) =>
  contractViolations({
    judge: gateReport(gateRequest(), { assertions, validators }),
    execute: gateReport(gateRequest({ part: "execute" })),
  });

describe("failures that point at the contract", () => {
  it("are signatures that do not match, with what was expected and found", () => {
    expect(of([signature()])).toEqual([
      {
        source: "assertion",
        check: "signature_match",
        message: "Must keep its signature",
        expected: "(a)",
        actual: "(a, b)",
      },
    ]);
  });

  it("are none that did not run: that says nothing about the contract", () => {
    const notRun = validatorResult({ code: "CONTRACT_SCHEMA_VALID", gate: 1, status: "NOT_RUN", message: "Not run" });
    expect(of([], [notRun])).toEqual([]);
  });

  it("are contracts that are not valid", () => {
    const invalid = validatorResult({ code: "CONTRACT_SCHEMA_VALID", gate: 1, status: "FAILED", message: "no inputs" });
    expect(of([], [invalid]).map(({ check, message }) => `${check}: ${message}`)).toEqual([
      "CONTRACT_SCHEMA_VALID: no inputs",
    ]);
  });

  it.each([
    ["a signature that matches", [signature({ passed: true })]],
    ["one that was only suggested", [signature({ assertion: { ...signature().assertion, type: "suggest" } })]],
    [
      "a missing export",
      [signature({ assertion: { ...signature().assertion, check: { type: "export_exists", target: "tag" } } })],
    ],
  ])("are not: %s", (_, assertions) => {
    expect(of(assertions, [validatorResult({ status: "FAILED" })])).toEqual([]);
  });
});
