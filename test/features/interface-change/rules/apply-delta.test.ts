import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkClauses } from "../../../../src/domain/contract/check-clauses.js";
import { Contract } from "../../../../src/domain/contract/contract.js";
import { deriveClauses } from "../../../../src/domain/contract/derive-clauses.js";
import { PURE, TOTAL } from "../../../../src/domain/contract/dimensions.js";
import { checkVersion } from "../../../../src/domain/contract/version.js";
import { applyDelta } from "../../../../src/features/interface-change/rules/apply-delta.js";
import { ContractDelta } from "../../../../src/features/interface-change/rules/contract-delta.js";
import type { CompatibilityExpectation } from "../../../../src/features/interface-change/rules/interface-change-request.js";
import { aContract, complaints } from "../../../support/contract.js";
import { anInterface } from "../../../support/interface-arbitrary.js";

const shipped = aContract();
const apply = (delta: object, expectation: CompatibilityExpectation = "UNKNOWN", contract = shipped) =>
  applyDelta(contract, ContractDelta.parse(delta), expectation);

function candidate(delta: object, contract = shipped): Contract {
  const outcome = apply(delta, "UNKNOWN", contract);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value.contract;
}

const limit = { name: "limit", type: "number", optional: true, constraints: ["at least 1"] };
const warnings = { name: "warnings", type: "string[]", invariants: ["sorted"] };
const timeout = { name: "Timeout", when: "it takes too long", surface: "code" };

describe("an applied delta", () => {
  it.each([
    ["an optional input", { added_inputs: [limit] }, "1.1.0"],
    ["an output", { added_outputs: [warnings] }, "1.1.0"],
    ["an error surface", { added_error_surfaces: [timeout] }, "1.1.0"],
    ["a required input", { added_inputs: [{ name: "limit", type: "number", constraints: [] }] }, "2.0.0"],
    ["an input less", { removed_inputs: ["locale"] }, "2.0.0"],
    ["another input", { modified_inputs: [{ name: "raw", type: "Buffer", constraints: [] }] }, "2.0.0"],
    ["another output", { modified_outputs: [{ name: "tag", type: "Buffer", invariants: [] }] }, "2.0.0"],
    [
      "another error surface",
      { modified_error_surfaces: [{ name: "EmptyTag", when: "it is empty", surface: "code" }] },
      "2.0.0",
    ],
    ["no error surface", { removed_error_surfaces: ["EmptyTag"] }, "2.0.0"],
    ["another effect", { added_effects: [{ type: "CALL", target: "clock", description: "reads it" }] }, "2.0.0"],
    [
      "an effect that does more",
      { modified_effects: [{ type: "WRITE", target: "audit-log", description: "two lines" }] },
      "2.0.0",
    ],
    ["no effect", { removed_effects: [{ type: "WRITE", target: "audit-log" }] }, "2.0.0"],
    ["another mode", { mode_changes: { async: true } }, "2.0.0"],
  ])("with %s gives a valid contract with the version that the change demands", (_case, delta, version) => {
    const next = candidate(delta);
    expect(next.module_version).toBe(version);
    expect(complaints(Contract, next)).toEqual([]);
    expect(checkVersion(version, next, [{ version: "1.0.0", dimensions: shipped }]).ok).toBe(true);
  });

  it("puts modified items in their place and added ones at the end", () => {
    const raw = { name: "raw", type: "Buffer", constraints: [] };
    expect(
      candidate({ modified_inputs: [raw], added_inputs: [limit] }).inputs.map(({ name, type }) => [name, type]),
    ).toEqual([
      ["raw", "Buffer"],
      ["locale", "string"],
      ["limit", "number"],
    ]);
  });

  it("changes only the modes it names", () => {
    expect(candidate({ mode_changes: { async: true } }).modes).toEqual({
      sync: true,
      async: true,
      notes: "returns at once",
    });
  });

  it("says the word when nothing is left, and gives it up when something comes", () => {
    const none = candidate({
      removed_effects: [{ type: "WRITE", target: "audit-log" }],
      removed_error_surfaces: ["EmptyTag"],
    });
    expect([none.effects, none.error_surfaces]).toEqual([PURE, TOTAL]);
    const pure = aContract({ effects: PURE, error_surfaces: TOTAL });
    expect(candidate({ added_error_surfaces: [timeout] }, pure).error_surfaces).toEqual([timeout]);
  });

  it("brings its derived clauses along, keeps the others, and forgets tests of what changed", () => {
    const contract = aContract({
      test_mapping: { "CL-ERROR-001": ["refuses"], "CL-OUTPUT-001": ["lowers"], "CL-AUDIT-001": ["logs"] },
    });
    const next = candidate(
      { modified_outputs: [{ name: "tag", type: "string", invariants: ["no spaces"] }] },
      contract,
    );
    expect(checkClauses(next)).toEqual([]);
    expect(next.clauses).toContainEqual(contract.clauses.at(-1));
    expect(next.clauses).toHaveLength(deriveClauses(next).length + 1);
    expect(Object.keys(next.test_mapping)).toEqual(["CL-ERROR-001", "CL-AUDIT-001"]);
  });

  it("is built by modifying the files that are there", () => {
    const files = [...shipped.files, { path: "src/old.ts", action: "DELETE" as const, reason: "replaced" }];
    const next = candidate({ added_outputs: [warnings] }, aContract({ files, target_artifacts: ["src/old.ts"] }));
    expect(next.files.map(({ path, action }) => [path, action])).toEqual([
      ["src/tag.ts", "MODIFY"],
      ["src/index.ts", "MODIFY"],
      ["test/tag.test.ts", "MODIFY"],
    ]);
    expect(next.target_artifacts).toEqual(["src/tag.ts", "src/index.ts", "test/tag.test.ts"]);
    expect(next.change_type).toBe("modify");
    expect(candidate({ added_outputs: [warnings] }).target_artifacts).toEqual(["src/tag.ts"]);
  });

  it("leaves the shipped contract alone", () => {
    const before = structuredClone(shipped);
    candidate({ added_outputs: [warnings], removed_inputs: ["locale"], mode_changes: { async: true } });
    expect(shipped).toEqual(before);
  });
});

describe("a delta that cannot be applied", () => {
  it.each([
    ["delta-adds-existing", { added_inputs: [{ name: "raw", type: "string", constraints: [] }] }, "raw"],
    [
      "delta-adds-existing",
      { added_effects: [{ type: "WRITE", target: "audit-log", description: "again" }] },
      "WRITE audit-log",
    ],
    ["delta-names-unknown", { removed_inputs: ["nothing"] }, "nothing"],
    ["delta-names-unknown", { modified_outputs: [warnings] }, "warnings"],
    ["delta-names-unknown", { removed_error_surfaces: ["Timeout"] }, "Timeout"],
    ["delta-names-unknown", { removed_effects: [{ type: "CALL", target: "audit-log" }] }, "CALL audit-log"],
    ["delta-breaks-contract", { removed_inputs: ["raw", "locale"] }, "must name at least one input"],
    ["delta-breaks-contract", { removed_outputs: ["tag"] }, "must name at least one output"],
    ["delta-breaks-contract", { mode_changes: { sync: false } }, "at least one of sync and async"],
    ["delta-changes-nothing", { mode_changes: { sync: true } }, "MM-0001"],
    ["delta-changes-nothing", { modified_outputs: [...shipped.outputs] }, "MM-0001"],
  ])("is refused as %s: %j", (code, delta, named) => {
    const outcome = apply(delta);
    expect(outcome).toMatchObject({ ok: false, refusal: { code } });
    expect(outcome.ok ? "" : outcome.refusal.message).toContain(named);
  });
});

describe("what the raiser expected", () => {
  it.each([
    ["BACKWARD_COMPATIBLE", { added_outputs: [warnings] }, null],
    ["BREAKING", { removed_inputs: ["locale"] }, null],
    ["UNKNOWN", { removed_inputs: ["locale"] }, null],
    ["UNKNOWN", { added_outputs: [warnings] }, null],
    [
      "BACKWARD_COMPATIBLE",
      { removed_inputs: ["locale"] },
      'Expected BACKWARD_COMPATIBLE, but the change is BREAKING: input "locale" removed.',
    ],
    [
      "BREAKING",
      { added_outputs: [warnings] },
      "Expected BREAKING, but the change is BACKWARD_COMPATIBLE: callers notice nothing.",
    ],
  ] as const)("as %s of %j is reported and never decides", (expectation, delta, disagreement) => {
    const outcome = apply(delta, expectation);
    expect(outcome.ok && outcome.value.disagreement).toBe(disagreement);
    expect(outcome.ok && outcome.value.contract.module_version).toBe("added_outputs" in delta ? "1.1.0" : "2.0.0");
  });
});

describe("any interface", () => {
  it("can gain an output, which is always compatible", () => {
    fc.assert(
      fc.property(anInterface, (dimensions) => {
        const outcome = apply(
          { added_outputs: [{ name: "newOutput", type: "string", invariants: [] }] },
          "UNKNOWN",
          aContract(dimensions),
        );
        expect(outcome.ok && outcome.value.verdict.compatibility).toBe("BACKWARD_COMPATIBLE");
      }),
      { numRuns: 50 },
    );
  });
});
