import { describe, expect, it } from "vitest";
import { Challenge, type ChallengeAnswer } from "../../../src/domain/debate/challenge.js";
import { admitChallenge, type ComplianceViolation, checkCompliance } from "../../../src/domain/debate/compliance.js";
import { CriterionId } from "../../../src/domain/debate/rubric.js";
import { aChallenge, aFail, aFailure, aPass, assessments, facts, subject } from "../../support/debate.js";

const found = (answer: ChallengeAnswer) =>
  checkCompliance(answer, facts).map(({ code, criterion }) => [code, criterion]);
const withEvidence = (criterion: CriterionId, evidence: string) =>
  aPass({ rubric_assessments: assessments({ [criterion]: { evidence } }) });
const finding = {
  sop: "error-handling.md",
  severity: "error",
  finding: "wrap the error with its cause",
  evidence: "CL-ERR-001 loses the cause",
} as const;

describe("the gate against mild reviews", () => {
  it("lets a rigorous PASS and a rigorous FAIL through", () => {
    expect(checkCompliance(aPass(), facts)).toEqual([]);
    expect(checkCompliance(aFail(), facts)).toEqual([]);
  });

  it.each(CriterionId.options)("notices that %s is missing, or there twice", (criterion) => {
    const without = assessments().filter((entry) => entry.criterion !== criterion);
    expect(found(aPass({ rubric_assessments: without }))).toEqual([["missing-criterion", null]]);
    const one = assessments().filter((entry) => entry.criterion === criterion);
    expect(found(aPass({ rubric_assessments: [...assessments(), ...one] }))).toEqual([["duplicate-criterion", null]]);
  });

  it("notices PASS over NOT_MET, and FAIL without failures", () => {
    expect(found(aPass({ rubric_assessments: assessments({ R3: { assessment: "NOT_MET" } }) }))).toEqual([
      ["pass-with-not-met", null],
    ]);
    expect(found(aPass({ failures: [aFailure()] }))).toEqual([["pass-with-failures", null]]);
    expect(found(aFail({ failures: [] }))).toEqual([["fail-without-failures", null]]);
  });

  it.each<[string, ComplianceViolation["code"]]>([
    ["", "empty-evidence"],
    [" \n\t", "empty-evidence"],
    ["N/A", "empty-evidence"],
    ["looks correct", "stock-evidence"],
    ["LGTM", "stock-evidence"],
    ["Seems fine.", "stock-evidence"],
    ["Everything looks good and all tests pass as expected!", "stock-evidence"],
    ["The contract is satisfied, the implementation works, no issues found.", "stock-evidence"],
    ["looks good, minor suggestions", "stock-evidence"],
    ["see CL-ERR-001, `title`", "short-evidence"],
    ["the inputs of this function were read with great attention", "uncited-evidence"],
  ])("calls the evidence %j %s", (evidence, code) => {
    expect(found(withEvidence("R2", evidence))).toEqual([[code, "R2"]]);
  });

  it("holds every criterion to the same standard", () => {
    const answer = aPass({ rubric_assessments: assessments().map((entry) => ({ ...entry, evidence: "LGTM" })) });
    const stock = found(answer).filter(([code]) => code === "stock-evidence");
    expect(stock.map(([, criterion]) => criterion)).toEqual(CriterionId.options);
  });

  it("asks six tokens of evidence, no fewer", () => {
    expect("CL-ERR-001 `title` cited".length).toBe(24);
    expect(found(withEvidence("R2", "CL-ERR-001 `title` cited"))).toEqual([]);
    expect(found(withEvidence("R2", "CL-ERR-001 `title` cite"))).toEqual([["short-evidence", "R2"]]);
    expect(found(withEvidence("R2", "CL-ERR-001    `title`    ok"))).toEqual([["short-evidence", "R2"]]);
  });

  it.each([
    ["inputs", "outputs, error surfaces, effects and modes"],
    ["outputs", "inputs, error surfaces, effects and modes"],
    ["error_surfaces", "inputs, outputs, effects and modes"],
    ["effects", "inputs, outputs, error surfaces and modes"],
    ["modes", "inputs, outputs, error surfaces and effects"],
  ])("wants R1 to speak of %s", (dimension, others) => {
    const violations = checkCompliance(withEvidence("R1", `${others} were compared with CL-BEH-001`), facts);
    expect(violations).toEqual([
      { code: "dimension-not-evaluated", criterion: "R1", message: expect.stringContaining(dimension) },
    ]);
  });

  it.each(["each input, each output, errors, side effects, sync", "INPUTS outputs error_surfaces effect asynchronous"])(
    "understands the dimensions as %j",
    (words) => {
      expect(found(withEvidence("R1", `${words}: all of CL-BEH-001`))).toEqual([]);
    },
  );

  it("wants all five dimensions also when R1 is NOT_MET, but no citation there", () => {
    const notMet = (evidence: string) =>
      aFail({ rubric_assessments: assessments({ R1: { assessment: "NOT_MET", evidence } }) });
    expect(found(notMet("the inputs are never validated at all, it seems to me"))).toHaveLength(4);
    expect(found(notMet("inputs and outputs hold; errors, effects and modes are silent about retries"))).toEqual([]);
  });

  it("does not let NOT_MET evidence or a failure be a stock phrase either", () => {
    const rubric_assessments = assessments({ R2: { assessment: "NOT_MET", evidence: "not good" } });
    expect(found(aFail({ rubric_assessments }))).toEqual([["short-evidence", "R2"]]);
    expect(found(aFail({ failures: [aFailure({ evidence: "the tests are wrong" })] }))).toEqual([
      ["stock-evidence", null],
    ]);
  });

  it("checks SOP findings against the SOPs that were given", () => {
    expect(found(aFail({ sop_findings: [{ ...finding, sop: "invented.md" }] }))).toEqual([["unknown-sop", null]]);
    expect(found(aFail({ sop_findings: [{ ...finding, severity: "info" }] }))).toEqual([
      ["sop-severity-mismatch", null],
    ]);
    expect(found(aFail({ sop_findings: [finding, { ...finding, sop: "naming.md", severity: "warning" }] }))).toEqual(
      [],
    );
  });

  it("says what to do in each message", () => {
    for (const { message } of checkCompliance(aPass({ rubric_assessments: [], failures: [aFailure()] }), facts)) {
      expect(message.length).toBeGreaterThan(20);
    }
  });
});

describe("admitting a challenge", () => {
  const identity = { challenge_id: "CHAL-00000001", target_artifact_id: "PROP-00000001", bound_to: subject };

  it("stores a compliant answer as it is", () => {
    expect(admitChallenge(aPass(), identity, facts)).toEqual({ ok: true, value: aChallenge(aPass()) });
  });

  it("refuses a mild one with every violation", () => {
    const outcome = admitChallenge(
      aPass({ rubric_assessments: assessments({ R2: { evidence: "LGTM" }, R3: { evidence: "" } }) }),
      identity,
      facts,
    );
    expect(outcome).toMatchObject({
      refusal: {
        code: "mild-review",
        message: expect.stringMatching(/R2.*R3/),
        details: { violations: [{ code: "stock-evidence" }, { code: "empty-evidence" }] },
      },
    });
  });

  it("turns a PASS over an error-severity SOP finding into a FAIL that says what to change, at no further call", () => {
    const outcome = admitChallenge(aPass({ sop_findings: [finding] }), identity, facts);
    const failures = [
      {
        scope: "MODULE",
        invariant: "SOP error-handling.md",
        evidence: finding.evidence,
        required_change: finding.finding,
      },
    ];
    expect(outcome).toEqual({
      ok: true,
      value: aChallenge(aPass({ verdict: "FAIL", failures, sop_findings: [finding] } as Partial<ChallengeAnswer>)),
    });
    if (outcome.ok) expect(Challenge.safeParse(outcome.value).success).toBe(true);
  });

  it("adds a breach to a FAIL once, and leaves warnings alone", () => {
    const failed = admitChallenge(aFail({ sop_findings: [finding, { ...finding }] }), identity, facts);
    expect(failed.ok && failed.value.failures.map(({ invariant }) => invariant)).toEqual([
      aFailure().invariant,
      "SOP error-handling.md",
    ]);
    const warned = admitChallenge(
      aPass({ sop_findings: [{ ...finding, sop: "naming.md", severity: "warning" }] }),
      identity,
      facts,
    );
    expect(warned).toMatchObject({ value: { verdict: "PASS", failures: [] } });
  });
});
