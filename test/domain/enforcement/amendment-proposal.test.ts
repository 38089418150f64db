import { describe, expect, it } from "vitest";
import {
  AmendmentProposal,
  affectedModules,
  amendmentDue,
  checkAmendment,
} from "../../../src/domain/enforcement/amendment-proposal.js";
import { aViolation } from "../../support/violation.js";

const proposal = {
  module_id: "MM-0002",
  reason: "checkHealth needs options",
  proposed_changes: [{ path: "inputs[0].type", old_value: "()", new_value: "(options?: HealthOptions)" }],
  additional_types: [{ name: "HealthOptions", definition: "interface HealthOptions { timeout?: number }" }],
  affected_modules: ["MM-0003"],
};

describe("AmendmentProposal", () => {
  it.each([
    ["complete", {}, true],
    ["without changes", { proposed_changes: [] }, false],
    [
      "with a change that changes nothing",
      { proposed_changes: [{ path: "a", old_value: "x", new_value: "x" }] },
      false,
    ],
    ["without a reason", { reason: " " }, false],
    ["for something that is no module", { module_id: "auth" }, false],
  ])("%s", (_, changes, valid) => {
    expect(AmendmentProposal.safeParse({ ...proposal, ...changes }).success).toBe(valid);
  });
});

describe("amendmentDue", () => {
  const same = [aViolation()];
  const due = (attempts: Parameters<typeof amendmentDue>[0]["attempts"], shipped = false) => {
    const outcome = amendmentDue({ shipped, attempts });
    return outcome.ok ? outcome.value.map(({ message }) => message) : outcome.refusal.code;
  };

  it("is due after the same signature failure three times", () => {
    expect(due([same, same, same])).toEqual([aViolation().message]);
  });

  it.each([
    ["twice", [same, same]],
    ["once", [same]],
    ["never", []],
    ["three times with another failure between", [same, same, [aViolation({ expected: "other" })]]],
    ["three times, not in a row", [same, [], same, same]],
    ["of another message each time", [same, [aViolation({ message: "b" })], same]],
  ])("is not due after it %s", (_, attempts) => {
    expect(due(attempts)).toBe("not-repeated");
  });

  it("looks at what was asked for, not at what was found", () => {
    expect(due([same, [aViolation({ actual: "(a)" })], [aViolation({ actual: "(b)" })]])).toHaveLength(1);
  });

  it("looks at the last three attempts", () => {
    expect(due([[], same, same, same])).toHaveLength(1);
  });

  it("names only what all three had in common", () => {
    const other = aViolation({ message: "new" });
    expect(due([same, same, [other, ...same]])).toEqual([aViolation().message]);
  });

  it.each([
    ["function_exists is signature_match", { check: "function_exists" }, true],
    ["an invalid contract", { source: "gate", check: "CONTRACT_SCHEMA_VALID" }, true],
    ["a contract mismatch", { source: "contract", check: "fingerprint" }, true],
    ["a missing export", { check: "export_exists" }, false],
    ["a failing test", { source: "gate", check: "TASK_TEST_PASSES" }, false],
    ["a broken build", { source: "build", check: "build" }, false],
  ] as const)("is for signature and contract failures: %s", (_, changes, isDue) => {
    const failure = [aViolation(changes)];
    expect(Array.isArray(due([failure, failure, failure]))).toBe(isDue);
  });

  it("takes function_exists and signature_match for one failure", () => {
    expect(due([same, [aViolation({ check: "function_exists" })], same])).toHaveLength(1);
  });

  it("is never due for a shipped contract", () => {
    expect(due([same, same, same], true)).toBe("contract-shipped");
  });
});

describe("checkAmendment", () => {
  const subject = { moduleId: "MM-0002", shipped: false, valueAt: () => "()" };

  it("accepts a proposal for the module's own, unshipped contract", () => {
    expect(checkAmendment(proposal, subject)).toEqual({ ok: true, value: proposal });
  });

  it.each([
    ["another module's contract", { moduleId: "MM-0001" }, "not-own-contract"],
    ["a shipped contract", { shipped: true }, "contract-shipped"],
    ["a value that has moved on", { valueAt: () => "(x)" }, "stale-amendment"],
    ["a value that is not there", { valueAt: () => undefined }, "stale-amendment"],
  ])("refuses %s", (_, changes, code) => {
    expect(checkAmendment(proposal, { ...subject, ...changes })).toMatchObject({ ok: false, refusal: { code } });
  });
});

describe("affectedModules", () => {
  const dependencies = new Map([
    ["MM-0001", []],
    ["MM-0002", ["MM-0001"]],
    ["MM-0003", ["MM-0002"]],
    ["MM-0004", ["MM-0001"]],
  ]);

  it.each([
    ["MM-0001", ["MM-0002", "MM-0003", "MM-0004"]],
    ["MM-0002", ["MM-0003"]],
    ["MM-0003", []],
  ])("of %s are %j, directly or not", (module, affected) => {
    expect(affectedModules(module, dependencies)).toEqual(affected);
  });
});
