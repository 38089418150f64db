import { describe, expect, it } from "vitest";
import { checkTraces, Proposal, ProposalAnswer } from "../../../src/domain/debate/proposal.js";
import { aProposal } from "../../support/debate.js";

describe("a proposal", () => {
  it("is the Proposer's answer with the ids of the loop", () => {
    expect(Proposal.parse(aProposal())).toEqual(aProposal());
    const { proposal_id: _, target_artifact_id: __, deliverable_ref: ___, ...answer } = aProposal();
    expect(ProposalAnswer.parse(answer)).toEqual(answer);
    expect(ProposalAnswer.safeParse(aProposal()).success).toBe(false);
  });

  it.each([
    { claim: "TBD" },
    { acceptance_checks: [] },
    { acceptance_checks: [""] },
    { criteria: [] },
    { criteria: [{ criterion: "returns words", tests: [] }] },
    { proposal_id: "CHAL-00000001" },
    { deliverable_ref: "IMPL-00000001" },
    { confidence: 1 },
  ])("is refused with %j", (change) => {
    expect(Proposal.safeParse({ ...aProposal(), ...change }).success).toBe(false);
  });
});

describe("tracing acceptance criteria", () => {
  const trace = (criterion: string, ...tests: string[]) => ({ criterion, tests });
  const facts = { acceptanceCriteria: ["returns hyphens", "rejects empty titles"], testNames: ["joins", "rejects"] };
  const complete = [trace("returns hyphens", "joins"), trace("rejects empty titles ", "rejects", "joins")];

  it("accepts each criterion with tests that exist", () => {
    expect(checkTraces({ criteria: complete }, facts)).toEqual({ ok: true, value: complete });
  });

  it("names every criterion without a test, every invented one and every test that does not exist", () => {
    const criteria = [trace("returns hyphens", "joins", "sings"), trace("is fast", "rejects")];
    expect(checkTraces({ criteria }, facts)).toMatchObject({
      refusal: {
        code: "criteria-not-traced",
        message: expect.stringMatching(/"rejects empty titles".*"is fast".*"sings"/),
        details: { untraced: ["rejects empty titles"], invented: ["is fast"], missingTests: ["sings"] },
      },
    });
  });

  it.each([
    ["a missing criterion", [trace("returns hyphens", "joins")]],
    ["an invented criterion", [...complete, trace("is fast", "joins")]],
    ["an unknown test", [...complete.slice(0, 1), trace("rejects empty titles", "sings")]],
  ])("refuses %s alone", (_, criteria) => {
    expect(checkTraces({ criteria }, facts).ok).toBe(false);
  });
});
