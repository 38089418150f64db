import { describe, expect, it } from "vitest";
import { amendedContract, keepsAmendments } from "../../../src/domain/enforcement/contract-amendment.js";
import { aContract } from "../../support/contract.js";

const contract = aContract();
const proposal = (path: string, old_value: string, new_value: string) => ({
  module_id: "MM-0001",
  reason: "it cannot be built so",
  proposed_changes: [{ path, old_value, new_value }],
  additional_types: [],
  affected_modules: [],
});
const first = proposal("modes.notes", "returns at once", "returns after the log is written");
const second = proposal("modes.notes", "returns after the log is written", "returns at once, and logs later");

describe("amendments that a person accepted", () => {
  it("are part of the contract from then on", () => {
    const amended = amendedContract(contract, first);
    if (!amended.ok) throw new Error(amended.refusal.message);
    expect(keepsAmendments(amended.value, [first]).ok).toBe(true);
  });

  it("are not taken back, and whoever tries is told what was decided", () => {
    expect(keepsAmendments(contract, [first])).toMatchObject({
      ok: false,
      refusal: {
        code: "amendment-lost",
        message:
          "contract.modes.notes: a person decided that it is returns after the log is written; hand in exactly that.",
      },
    });
  });

  it("are replaced by a later one about the same place", () => {
    const once = amendedContract(contract, first);
    const twice = once.ok ? amendedContract(once.value, second) : once;
    if (!twice.ok) throw new Error(twice.refusal.message);
    expect(keepsAmendments(twice.value, [first, second]).ok).toBe(true);
    expect(keepsAmendments(twice.value, [first]).ok).toBe(false);
  });

  it("are none where there were none", () => {
    expect(keepsAmendments(contract, [])).toEqual({ ok: true, value: null });
  });
});
