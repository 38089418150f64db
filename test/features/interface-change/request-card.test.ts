import { describe, expect, it } from "vitest";
import type { Contract } from "../../../src/domain/contract/contract.js";
import { difference } from "../../../src/domain/contract/difference.js";
import type { ModuleCause } from "../../../src/features/halts/escalation/escalation.js";
import type { Precedent } from "../../../src/features/halts/resolution/precedent.js";
import { interfaceDifferenceTable } from "../../../src/features/interface-change/interface-difference.js";
import { requestCard } from "../../../src/features/interface-change/request-card.js";
import { applyDelta } from "../../../src/features/interface-change/rules/apply-delta.js";
import { ContractDelta } from "../../../src/features/interface-change/rules/contract-delta.js";
import type { InterfaceChangeRequest } from "../../../src/features/interface-change/rules/interface-change-request.js";
import { BODY_LIMIT } from "../../../src/render/fit.js";
import { markerIn } from "../../../src/render/marker.js";
import { commandsFor } from "../../support/card-commands.js";
import { aContract } from "../../support/contract.js";
import { HALTS } from "../../support/halt-causes.js";
import { t } from "../../support/project-state.js";

const BREAKING = ContractDelta.parse({
  removed_inputs: ["locale"],
  added_outputs: [{ name: "parts", type: "string[]", invariants: [] }],
});
const request: InterfaceChangeRequest = {
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
  overrides: {
    request?: Partial<InterfaceChangeRequest>;
    delta?: ContractDelta;
    affected?: object;
    objections?: string[];
    recommended?: string;
    payload?: string;
    precedent?: Precedent;
    alsoFailed?: ModuleCause[];
  } = {},
) {
  const shipped = aContract();
  const candidate = applyDelta(shipped, overrides.delta ?? BREAKING, "BACKWARD_COMPATIBLE");
  if (!candidate.ok) throw new Error(candidate.refusal.message);
  return requestCard({
    key: "card:ESC-00000001",
    task: t("a"),
    decision: "Decide about ICE-1a2b3c4d: approve, reject or defer it.",
    recommended: overrides.recommended ?? "ice approve",
    payload: overrides.payload ?? "/factory ice approve",
    request: { ...request, ...overrides.request },
    objections: overrides.objections ?? [],
    alsoFailed: overrides.alsoFailed ?? [],
    spent: { known_usd: 1.5, unknown_cost_calls: 0 },
    precedent: overrides.precedent ?? null,
    shipped,
    candidate: candidate.value,
    affected: { modules: ["MM-0004@1.0.0"], tasks: [t("c")] },
    mention: "ada",
    commands,
    ...(overrides.affected === undefined ? {} : { affected: overrides.affected as { modules: []; tasks: [] } }),
  });
}

describe("an interface change card", () => {
  it("says what is needed first, then why, and has the recommended answer ready to send", () => {
    const text = card();
    expect(text).toContain("@ada Decide about ICE-1a2b3c4d: approve, reject or defer it.\n\nWhy: The parts of a tag");
    expect(text).toContain("**Recommended:** `/factory ice approve");
    expect(text.indexOf("Ready to send")).toBeLessThan(text.indexOf("You can also say"));
    expect(text.slice(text.indexOf("You can also say"))).not.toContain("| `/factory ice approve");
  });

  it.each(["ice reject", "ice defer"])("recommends %s where that is recommended", (recommended) => {
    expect(card({ recommended })).toContain(`**Recommended:** \`/factory ${recommended}`);
  });

  it("shows other failures of the task, because the answer is about them as well", () => {
    expect(card()).not.toContain("What failed");
    const text = card({ alsoFailed: [{ module: "MM-0003@1.0.0", cause: HALTS["gates-failing"] }] });
    expect(text).toContain("What failed in MM-0003@1.0.0:\n\n- **STRICT\\_COMPILATION**");
  });

  it("asks the question, says what it would become, and who asks", () => {
    const text = card();
    expect(markerIn(text)).toBe("card:ESC-00000001");
    expect(text).toContain(`${t("a")} is halted until this is decided. Cost so far $1.50.`);
    expect(text).toContain("## May the interface of MM-0001@1.0.0 change?\n\n@ada Decide about ICE-1a2b3c4d");
    expect(text).toContain("It would become 2.0.0, which **breaks** whoever uses it.");
    expect(text).toContain("The proposer asks for it (CANNOT_SUPPORT, BLOCKING).");
    expect(text).toContain("- breaking: ");
    expect(text).toContain(`- used by: MM-0004@1.0.0, ${t("c")}`);
    expect(text).toContain("- the contract gives one string only");
  });

  it("says so when no user is affected, and when there are no users", () => {
    const delta = ContractDelta.parse({ added_outputs: [{ name: "parts", type: "string[]", invariants: [] }] });
    const text = card({ delta, affected: { modules: [], tasks: [] } });
    expect(text).toContain("It would become 1.1.0, which whoever uses it need not notice.");
    expect(text).toContain("- nothing else uses it");
    expect(text).not.toContain("- breaking:");
  });

  it("says what stood against it when the roles did not agree", () => {
    const text = card({ objections: ["`parts` has no invariant"] });
    expect(text).toContain("## No contract for the change of MM-0001@1.0.0 was agreed on");
    expect(text).toContain("What stood against it in the debate:\n\n- ");
    expect(text).toContain("has no invariant");
    expect(card()).not.toContain("in the debate");
  });

  it("cites what was decided about the last one", () => {
    const precedent: Precedent = {
      cause: "interface-change",
      task_id: t("b"),
      escalation_ref: "ESC-00000009",
      resolution: { action: "REJECT_INTERFACE_CHANGE", exception_id: "ICE-00000009", reason: "wrap it" },
      resolved_by: "ada",
      resolved_at: "2026-01-30T12:00:00Z",
    };
    expect(card({ precedent })).toContain("ada said `/factory ice reject` on 2026-01-30");
  });

  it("offers every answer with what it does", () => {
    for (const { usage, example } of commands) {
      expect(card()).toContain(usage);
      expect(card()).toContain(example);
    }
  });

  it("fits with evidence of any length", () => {
    const text = card({ request: { evidence: ["e".repeat(2 * BODY_LIMIT)], reason: "r".repeat(2 * BODY_LIMIT) } });
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
