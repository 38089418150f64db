import { describe, expect, it } from "vitest";
import {
  type ContractChallengeAnswer,
  checkContractChallenge,
  objectionsOf,
} from "../../../../src/features/interface-change/rules/contract-debate.js";
import { aContract } from "../../../support/contract.js";

const finding = (question: "WELL_FORMED" | "JUSTIFIED" | "COMPATIBLE", holds = true) => ({
  question,
  holds,
  evidence: "`inputs.raw` is as it was",
  required_change: holds ? "" : "Leave `locale` optional.",
});
const PASS: ContractChallengeAnswer = {
  verdict: "PASS",
  findings: [finding("WELL_FORMED"), finding("JUSTIFIED"), finding("COMPATIBLE")],
};
const FAIL: ContractChallengeAnswer = {
  verdict: "FAIL",
  findings: [finding("WELL_FORMED"), finding("JUSTIFIED", false), finding("COMPATIBLE")],
};
const check = (answer: ContractChallengeAnswer) =>
  checkContractChallenge(answer, { contract: aContract(), consumers: ["MM-0004@1.0.0"] });
const problemsOf = (answer: ContractChallengeAnswer) => {
  const checked = check(answer);
  return checked.ok ? "" : checked.refusal.message;
};

describe("a challenge of a contract", () => {
  it("is taken with every question answered, and its objections are what does not hold", () => {
    expect(check(PASS).ok).toBe(true);
    expect(check(FAIL).ok).toBe(true);
    expect(objectionsOf(PASS)).toEqual([]);
    expect(objectionsOf(FAIL)).toEqual([expect.stringContaining("Leave `locale` optional.")]);
  });

  it.each<[string, ContractChallengeAnswer, RegExp]>([
    ["a question is left out", { ...PASS, findings: PASS.findings.slice(1) }, /WELL_FORMED must be answered once/],
    ["one is answered twice", { ...PASS, findings: [...PASS.findings, finding("JUSTIFIED")] }, /JUSTIFIED.* 2 times/],
    ["PASS over an objection", { ...FAIL, verdict: "PASS" }, /PASS contradicts the findings/],
    ["FAIL over none", { ...PASS, verdict: "FAIL" }, /FAIL contradicts the findings/],
    [
      "an objection does not say what must change",
      { ...FAIL, findings: FAIL.findings.map((row) => ({ ...row, required_change: "" })) },
      /JUSTIFIED does not hold: say what must change/,
    ],
    [
      "the evidence names nothing",
      { ...PASS, findings: PASS.findings.map((row) => ({ ...row, evidence: "It looks reasonable to me." })) },
      /evidence of COMPATIBLE must name something/,
    ],
  ])("is refused when %s", (_, answer, problem) => {
    expect(problemsOf(answer)).toMatch(problem);
  });

  it("may cite those who use it", () => {
    const findings = PASS.findings.map((row) => ({ ...row, evidence: "MM-0004@1.0.0 does not pass it." }));
    expect(check({ ...PASS, findings }).ok).toBe(true);
  });
});
