import { describe, expect, it } from "vitest";
import { BuiltModule } from "../../../src/domain/plan/micro-plan.js";
import { ContractDraft } from "../../../src/domain/roles/answers.js";
import { composeContract } from "../../../src/roles/proposer/compose-contract.js";
import { aContract } from "../../support/contract.js";
import { aPlan } from "../../support/micro-plan.js";

const planned = BuiltModule.parse(aPlan().modules[0]);
const fields = Object.keys(ContractDraft.shape);
const draftOf = (notes: string) =>
  ContractDraft.parse({
    ...Object.fromEntries(Object.entries(aContract()).filter(([field]) => fields.includes(field))),
    modes: { sync: true, async: false, notes },
  });
const compose = (notes: string) =>
  composeContract(draftOf(notes), planned, { config: { contract_mode: "STRICT" }, testText: "" });

describe("a contract that is handed in", () => {
  it("is refused with a promise in its notes, which no test would show", () => {
    const composed = compose("Returns at once. It never throws.");
    expect(composed).toMatchObject({ ok: false, refusal: { code: "promise-in-notes" } });
    expect(composed.ok ? "" : composed.refusal.message).toContain('"It never throws." promises something');
  });

  it("may say in its notes what callers must know", () => {
    expect(compose("Returns at once. Callers must never share the handle.")).toMatchObject({ ok: true });
  });
});
