import { describe, expect, it } from "vitest";
import type { Contract } from "../../src/domain/contract/contract.js";
import { difference } from "../../src/domain/contract/difference.js";
import { applyDelta } from "../../src/domain/exceptions/apply-delta.js";
import { ContractDelta } from "../../src/domain/exceptions/contract-delta.js";
import type { InterfaceChangeException } from "../../src/domain/exceptions/interface-change-exception.js";
import { exceptionCard, exceptionCardKey } from "../../src/render/exception-card.js";
import { BODY_LIMIT } from "../../src/render/fit.js";
import { interfaceDifferenceTable } from "../../src/render/interface-difference.js";
import { markerIn } from "../../src/render/marker.js";
import { commandsFor } from "../support/card-commands.js";
import { aContract } from "../support/contract.js";
import { t } from "../support/project-state.js";

const BREAKING = ContractDelta.parse({
  removed_inputs: ["locale"],
  added_outputs: [{ name: "parts", type: "string[]", invariants: [] }],
});
const exception: InterfaceChangeException = {
  exception_id: "ICE-1a2b3c4d",
  type: "CANNOT_SUPPORT",
  raised_by: { artifact_ref: "PROP-00000001", role: "proposer", run_id: "run-1" },
  target_module: "MM-0001@1.0.0",
  reason: "The parts of a tag cannot be had",
  evidence: ["the contract gives one string only"],
  proposed_contract_delta: BREAKING,
  compatibility_expectation: "BACKWARD_COMPATIBLE",
  urgency: "BLOCKING",
};
const commands = commandsFor("interface change");

function card(
  overrides: { exception?: Partial<InterfaceChangeException>; delta?: ContractDelta; affected?: object } = {},
) {
  const shipped = aContract();
  const candidate = applyDelta(shipped, overrides.delta ?? BREAKING, "BACKWARD_COMPATIBLE");
  if (!candidate.ok) throw new Error(candidate.refusal.message);
  return exceptionCard({
    exception: { ...exception, ...overrides.exception },
    shipped,
    candidate: candidate.value,
    affected: { modules: ["MM-0004@1.0.0"], tasks: [t("c")] },
    mention: "ada",
    commands,
    ...(overrides.affected === undefined ? {} : { affected: overrides.affected as { modules: []; tasks: [] } }),
  });
}

describe("an interface change card", () => {
  it("asks the question, says what it would become, and who asks", () => {
    const text = card();
    expect(markerIn(text)).toBe(exceptionCardKey(exception));
    expect(text).toContain("## May the interface of MM-0001@1.0.0 change?\n\n@ada The parts of a tag cannot be had");
    expect(text).toContain("It would become 2.0.0, which **breaks** whoever uses it.");
    expect(text).toContain("The proposer asks for it (CANNOT_SUPPORT, BLOCKING).");
    expect(text).toContain("- breaking: ");
    expect(text).toContain(`- used by: MM-0004@1.0.0, ${t("c")}`);
    expect(text).toContain("- the contract gives one string only");
  });

  it("says so when nobody need notice, and when nobody uses it", () => {
    const delta = ContractDelta.parse({ added_outputs: [{ name: "parts", type: "string[]", invariants: [] }] });
    const text = card({ delta, affected: { modules: [], tasks: [] } });
    expect(text).toContain("It would become 1.1.0, which whoever uses it need not notice.");
    expect(text).toContain("- nothing else uses it");
    expect(text).not.toContain("- breaking:");
  });

  it("offers every answer with what it does", () => {
    for (const { usage, example } of commands) {
      expect(card()).toContain(usage);
      expect(card()).toContain(example);
    }
  });

  it("fits with evidence of any length", () => {
    const text = card({ exception: { evidence: ["e".repeat(2 * BODY_LIMIT)], reason: "r".repeat(2 * BODY_LIMIT) } });
    expect(text.length).toBeLessThanOrEqual(BODY_LIMIT);
    expect(text).toContain("_1 pieces of evidence did not fit._");
    expect(text).toContain("/factory ice approve");
  });
});

describe("the difference of two interfaces", () => {
  const tableOf = (changes: Partial<Contract>) => interfaceDifferenceTable(difference(aContract(), aContract(changes)));

  it.each([
    [
      "added",
      { outputs: [...aContract().outputs, { name: "more", type: "string", invariants: [] }] },
      "| outputs | `more` | added | |",
    ],
    ["removed", { inputs: aContract().inputs.slice(0, 1) }, "| inputs | `locale` | removed | |"],
    ["moved", { inputs: aContract().inputs.toReversed() }, "| inputs | `raw` | moved | |"],
    [
      "changed",
      { outputs: [{ name: "tag", type: "Tag", invariants: ["lower case"] }] },
      '| outputs | `tag` | changed | type: `"string"` to `"Tag"` |',
    ],
  ])("shows what was %s", (_what, changes, row) => {
    expect(tableOf(changes)).toContain(row);
  });

  it("says when nothing changes", () => {
    expect(tableOf({})).toBe("Nothing changes.");
  });
});
