import { describe, expect, it } from "vitest";
import { ContractDelta } from "../../../../src/features/interface-change/rules/contract-delta.js";
import { complaints } from "../../../support/contract.js";

const input = { name: "limit", type: "number", constraints: [] };
const output = { name: "warnings", type: "string[]", invariants: [] };
const error = { name: "Timeout", when: "it takes too long", surface: "code" };
const effect = { type: "WRITE", target: "audit-log", description: "appends a line" };

const changes: Record<string, unknown> = {
  added_inputs: [input],
  removed_inputs: ["limit"],
  modified_inputs: [input],
  added_outputs: [output],
  removed_outputs: ["warnings"],
  modified_outputs: [output],
  added_error_surfaces: [error],
  removed_error_surfaces: ["Timeout"],
  modified_error_surfaces: [error],
  added_effects: [effect],
  removed_effects: [{ type: "WRITE", target: "audit-log" }],
  modified_effects: [effect],
  mode_changes: { async: true },
};

describe("a contract delta", () => {
  it.each(Object.entries(changes))("may consist of %s alone", (field, value) => {
    expect(complaints(ContractDelta, { [field]: value })).toEqual([]);
  });

  it("reads what is left out as empty", () => {
    expect(ContractDelta.parse({ removed_inputs: ["limit"] })).toMatchObject({ added_effects: [], mode_changes: null });
    expect(Object.keys(ContractDelta.parse({ removed_inputs: ["limit"] })).sort()).toEqual(Object.keys(changes).sort());
  });

  it.each([{}, { added_inputs: [] }, { mode_changes: null }])("must hold a change: %j", (delta) => {
    expect(complaints(ContractDelta, delta).join()).toContain("must hold at least one change");
  });

  it.each([
    ["mode_changes", {}, "must change at least one"],
    ["mode_changes", { notes: "" }, "mode_changes.notes"],
    ["added_inputs", [{ name: "limit" }], "added_inputs.0.type"],
    ["removed_inputs", [""], "removed_inputs.0"],
    ["removed_effects", ["audit-log"], "removed_effects.0"],
    ["removed_effects", [effect], "description"],
    ["changed_inputs", [], "changed_inputs"],
  ])("is refused when %s is %j", (field, value, complaint) => {
    expect(complaints(ContractDelta, { [field]: value }).join()).toContain(complaint);
  });

  it.each([
    ["inputs", { added_inputs: [input], removed_inputs: ["limit"] }],
    ["inputs", { added_inputs: [input, input] }],
    ["outputs", { modified_outputs: [output], removed_outputs: ["warnings"] }],
    ["error_surfaces", { modified_error_surfaces: [error], added_error_surfaces: [error] }],
    ["effects", { modified_effects: [effect], removed_effects: [{ type: "WRITE", target: "audit-log" }] }],
  ])("says one thing about each of its %s", (dimension, delta) => {
    expect(complaints(ContractDelta, delta).join()).toContain(`twice in ${dimension}`);
  });

  it("may remove one and add another", () => {
    expect(complaints(ContractDelta, { removed_inputs: ["raw"], added_inputs: [input] })).toEqual([]);
  });
});
