import { describe, expect, it } from "vitest";
import { InterfaceChangeRequest } from "../../../../src/features/interface-change/rules/interface-change-request.js";
import { raiseInterfaceChange } from "../../../../src/features/interface-change/rules/raise-interface-change.js";
import { anEntry } from "../../../support/code-index.js";
import { aContract, complaints } from "../../../support/contract.js";

const target = aContract({ module_id: "MM-0002", dependencies: [] });
const contracts = new Map([
  ["MM-0002@1.0.0", target],
  ["MM-0002@1.1.0", target],
  ["MM-0003@1.0.0", aContract({ module_id: "MM-0003" })],
  ["MM-0004@1.0.0", aContract({ module_id: "MM-0004" })],
]);
const context = {
  interfaceChangeId: "ICE-0a1b2c3d",
  role: "proposer",
  artifactRef: "PROP-0a1b2c3d",
  runId: "run 7",
  building: aContract({
    dependencies: [
      { ref: "MM-0002@^1.0.0", why: "folds Unicode" },
      { ref: "MM-0004@^1.0.0", why: "writes the log" },
    ],
  }),
  entries: [
    anEntry({ module_id: "MM-0002" }),
    anEntry({ module_id: "MM-0003" }),
    anEntry({ module_id: "MM-0004", status: "DEPRECATED", notes: "Use a file." }),
    anEntry({ module_id: "MM-0002", version: "1.2.0", status: "SUPERSEDED", superseded_by: "MM-0002@1.3.0" }),
  ],
  contractOf: (ref: string) => contracts.get(ref) ?? (ref === "MM-0002@1.2.0" ? target : undefined),
};
const call = {
  type: "CANNOT_SUPPORT",
  target_module: "MM-0002@1.0.0",
  reason: "Folding needs a locale",
  evidence: ["The test 'folds Turkish i' cannot be written"],
  proposed_delta: { added_inputs: [{ name: "region", type: "string", optional: true, constraints: [] }] },
  compatibility: "BACKWARD_COMPATIBLE",
  urgency: "BLOCKING",
};

describe("an interface change exception", () => {
  it("is made of the call and of what the loop knows about the caller", () => {
    const outcome = raiseInterfaceChange(call, context);
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        candidate: { contract: { module_version: "1.1.0" }, verdict: { compatibility: "BACKWARD_COMPATIBLE" } },
        request: {
          exception_id: "ICE-0a1b2c3d",
          type: "CANNOT_SUPPORT",
          raised_by: { artifact_ref: "PROP-0a1b2c3d", role: "proposer", run_id: "run 7" },
          target_module: "MM-0002@1.0.0",
          reason: call.reason,
          evidence: call.evidence,
          proposed_contract_delta: {
            added_inputs: call.proposed_delta.added_inputs,
            removed_effects: [],
            mode_changes: null,
          },
          compatibility_expectation: "BACKWARD_COMPATIBLE",
          urgency: "BLOCKING",
        },
      },
    });
    expect(complaints(InterfaceChangeRequest, outcome.ok ? outcome.value.request : undefined)).toEqual([]);
  });

  it.each(["proposer", "challenger", "ship"])("may be raised by the %s", (role) => {
    expect(raiseInterfaceChange(call, { ...context, role }).ok).toBe(true);
  });

  it.each(["arbiter", "dispatch", "planner", "product", "judge", "amendment-proposer", ""])(
    "may not be raised by the %s",
    (role) => {
      expect(raiseInterfaceChange(call, { ...context, role })).toMatchObject({
        ok: false,
        refusal: { code: "role-may-not-raise" },
      });
    },
  );

  it("cannot be stored without evidence or with another role either", () => {
    const outcome = raiseInterfaceChange(call, context);
    const value = outcome.ok ? outcome.value.request : undefined;
    expect(complaints(InterfaceChangeRequest, { ...value, evidence: [] }).join()).toContain("evidence");
    expect(
      complaints(InterfaceChangeRequest, { ...value, raised_by: { ...value?.raised_by, role: "arbiter" } }).join(),
    ).toContain("role");
  });

  it.each(["CANNOT_SUPPORT", "AMBIGUOUS", "INCOMPLETE", "MISSING_DIMENSION"])("may be of type %s", (type) => {
    expect(raiseInterfaceChange({ ...call, type }, context).ok).toBe(true);
  });

  it.each(["BLOCKING", "HIGH", "NORMAL", "LOW"])("may be %s", (urgency) => {
    expect(raiseInterfaceChange({ ...call, urgency }, context).ok).toBe(true);
  });

  it.each(["BACKWARD_COMPATIBLE", "BREAKING", "UNKNOWN"])("may expect %s", (compatibility) => {
    expect(raiseInterfaceChange({ ...call, compatibility }, context).ok).toBe(true);
  });

  it.each(Object.keys(call))("needs %s in the call", (field) => {
    const { [field]: _left, ...rest } = call as Record<string, unknown>;
    const outcome = raiseInterfaceChange(rest, context);
    expect(outcome).toMatchObject({ ok: false, refusal: { code: "interface-change-invalid" } });
    expect(outcome.ok ? "" : outcome.refusal.message).toContain(field);
  });

  it.each([
    ["no evidence", { evidence: [] }],
    ["empty evidence", { evidence: ["TBD"] }],
    ["an empty delta", { proposed_delta: {} }],
    ["no reason", { reason: "" }],
    ["a range", { target_module: "MM-0002@^1.0.0" }],
    ["an identity of its own", { raised_by: { role: "ship" } }],
  ])("is refused with %s", (_case, change) => {
    expect(raiseInterfaceChange({ ...call, ...change }, context)).toMatchObject({
      refusal: { code: "interface-change-invalid" },
    });
  });

  it.each([
    ["targets-own-module", "MM-0001@1.0.0"],
    ["targets-own-module", "MM-0001@0.9.0"],
    ["not-a-dependency", "MM-0003@1.0.0"],
    ["not-a-dependency", "MM-0002@2.0.0"],
    ["target-not-shipped", "MM-0002@1.1.0"],
    ["target-not-active", "MM-0002@1.2.0"],
  ])("is refused as %s against %s", (code, target_module) => {
    expect(raiseInterfaceChange({ ...call, target_module }, context)).toMatchObject({ ok: false, refusal: { code } });
  });

  it("is not raised against what the same task has built and not merged", () => {
    expect(raiseInterfaceChange(call, { ...context, unmerged: ["MM-0002@1.0.0"] })).toMatchObject({
      refusal: { code: "target-not-merged" },
    });
  });

  it("is not raised again once a person has said no, and says who and why", () => {
    const rejected = [{ target_module: "MM-0002@1.0.0", by: "ada", reason: "Wrap it." }];
    expect(raiseInterfaceChange(call, { ...context, rejected })).toMatchObject({
      refusal: {
        code: "change-rejected",
        message: "ada rejected a change of MM-0002@1.0.0: Wrap it. Find a way within its contract.",
      },
    });
  });

  it("can be raised before the module has a contract, by what its plan declares", () => {
    const building = { module_id: "MM-0001", dependencies: [{ ref: "MM-0002@1.0.0" }] };
    expect(raiseInterfaceChange(call, { ...context, building }).ok).toBe(true);
  });

  it.each([
    ["MM-0002@1.2.0", "MM-0002@1.2.0 is SUPERSEDED; look at MM-0002@1.3.0 first."],
    ["MM-0004@1.0.0", "MM-0004@1.0.0 is DEPRECATED."],
  ])("says what became of %s", (target_module, message) => {
    expect(raiseInterfaceChange({ ...call, target_module }, context)).toMatchObject({ refusal: { message } });
  });

  it("is refused when the contract cannot be read", () => {
    expect(raiseInterfaceChange(call, { ...context, contractOf: () => undefined })).toMatchObject({
      refusal: { code: "target-not-shipped" },
    });
  });

  it("is refused with a delta that the target's contract cannot take", () => {
    const proposed_delta = { removed_inputs: ["nothing"] };
    expect(raiseInterfaceChange({ ...call, proposed_delta }, context)).toMatchObject({
      refusal: { code: "delta-names-unknown" },
    });
  });

  it("is never given a malformed id by the loop", () => {
    expect(() => raiseInterfaceChange(call, { ...context, interfaceChangeId: "ICE-1" })).toThrow();
  });
});
