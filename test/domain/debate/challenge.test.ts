import { describe, expect, it } from "vitest";
import { Challenge, ChallengeAnswer, Failure } from "../../../src/domain/debate/challenge.js";
import { contradictions } from "../../../src/domain/debate/contradictions.js";
import { CriterionId, RUBRIC } from "../../../src/domain/debate/rubric.js";
import { aChallenge, aFail, aFailure, aPass, assessments, fingerprint, subject } from "../../support/debate.js";

const sopError = {
  sop: "error-handling.md",
  severity: "error",
  finding: "wrap the error",
  evidence: "CL-ERR-001 loses its cause",
} as const;
const accepts = (answer: ChallengeAnswer) => Challenge.safeParse(aChallenge(answer)).success;
const codes = (answer: ChallengeAnswer) => contradictions(answer).map(({ code }) => code);

describe("the rubric", () => {
  it("is R1 to R6 with their titles", () => {
    expect(RUBRIC.map(({ id, title }) => `${id} ${title}`)).toEqual([
      "R1 Contract conformance",
      "R2 Test coverage",
      "R3 Error handling completeness",
      "R4 Dependency usage",
      "R5 Acceptance criteria",
      "R6 Decomposition compliance",
    ]);
    expect(RUBRIC.map(({ id }) => id)).toEqual(CriterionId.options);
    expect(RUBRIC.every(({ checks }) => checks.length > 80)).toBe(true);
  });
});

describe("a stored challenge", () => {
  it("accepts a clean PASS and a FAIL with failures", () => {
    expect(accepts(aPass())).toBe(true);
    expect(accepts(aFail())).toBe(true);
  });

  it.each(CriterionId.options)("needs %s exactly once", (criterion) => {
    const without = assessments().filter((assessment) => assessment.criterion !== criterion);
    const twice = [...assessments(), ...assessments().filter((assessment) => assessment.criterion === criterion)];
    expect(codes(aPass({ rubric_assessments: without }))).toEqual(["missing-criterion"]);
    expect(codes(aPass({ rubric_assessments: twice }))).toEqual(["duplicate-criterion"]);
    expect(accepts(aPass({ rubric_assessments: without }))).toBe(false);
    expect(accepts(aPass({ rubric_assessments: twice }))).toBe(false);
  });

  it.each<[string, ChallengeAnswer, string[]]>([
    [
      "PASS with a criterion NOT_MET",
      aPass({ rubric_assessments: assessments({ R4: { assessment: "NOT_MET" } }) }),
      ["pass-with-not-met"],
    ],
    ["PASS with a failure", aPass({ failures: [aFailure()] }), ["pass-with-failures"]],
    ["PASS with an error-severity SOP finding", aPass({ sop_findings: [sopError] }), ["pass-with-sop-error"]],
    ["FAIL without a failure", aFail({ failures: [] }), ["fail-without-failures"]],
  ])("refuses %s", (_, answer, expected) => {
    expect(codes(answer)).toEqual(expected);
    expect(accepts(answer)).toBe(false);
  });

  it("accepts a PASS with findings below error severity", () => {
    const findings = [
      { ...sopError, severity: "warning" as const },
      { ...sopError, severity: "info" as const },
    ];
    expect(accepts(aPass({ sop_findings: findings }))).toBe(true);
  });

  it("names every NOT_MET criterion that a PASS passes over", () => {
    const rubric_assessments = assessments({ R2: { assessment: "NOT_MET" }, R5: { assessment: "NOT_MET" } });
    expect(contradictions(aPass({ rubric_assessments }))).toMatchObject([
      { message: "R2, R5 NOT_MET: the verdict must be FAIL" },
    ]);
  });

  it("records what it is about: a built module or a candidate contract, nothing less", () => {
    const bound = (bound_to: unknown) => Challenge.safeParse({ ...aChallenge(), bound_to }).success;
    expect(bound(subject)).toBe(true);
    expect(bound({ module_ref: "MM-0001@1.0.0", fingerprint })).toBe(true);
    expect(bound({ ...subject, examples_blob: undefined })).toBe(false);
    expect(bound({ module_ref: "MM-0001@1.0.0" })).toBe(false);
    expect(bound(undefined)).toBe(false);
  });

  it("may name an alternative and patterns", () => {
    const patterns = [{ name: "errors", pattern: "every error is a class", applies_to: "src/*.ts" }];
    expect(accepts(aPass({ optional_alternative_ref: "IMPL-00000009@1.0.0", patterns }))).toBe(true);
    expect(accepts(aPass({ optional_alternative_ref: "IMPL-00000009" }))).toBe(false);
  });

  it.each([
    { verdict: "MAYBE" },
    { rubric_assessments: assessments().map((entry) => ({ ...entry, criterion: "R7" })) },
    { rubric_assessments: assessments().map((entry) => ({ ...entry, assessment: "PARTLY" })) },
    { sop_findings: [{ ...sopError, severity: "fatal" }] },
    { sop_findings: [{ ...sopError, finding: "" }] },
    { praise: "well done" },
  ])("has a binary form: %j is not readable", (change) => {
    expect(ChallengeAnswer.safeParse({ ...aPass(), ...change }).success).toBe(false);
  });
});

describe("a failure", () => {
  it.each(["invariant", "evidence", "required_change", "scope"])("needs its %s", (field) => {
    const candidate: Record<string, unknown> = { ...aFailure() };
    delete candidate[field];
    expect(Failure.safeParse(candidate).success).toBe(false);
    expect(Failure.safeParse({ ...aFailure(), [field]: "TBD" }).success).toBe(false);
  });

  it("reaches MODULE, PLAN or UPSTREAM, and UPSTREAM alone names the module", () => {
    const target_module = "MM-0007@1.2.0";
    const { scope: _, ...rest } = aFailure();
    const reads = (candidate: object) => Failure.safeParse({ ...rest, ...candidate }).success;
    expect(reads({ scope: "MODULE" })).toBe(true);
    expect(reads({ scope: "PLAN" })).toBe(true);
    expect(reads({ scope: "UPSTREAM", target_module })).toBe(true);
    expect(reads({ scope: "UPSTREAM" })).toBe(false);
    expect(reads({ scope: "MODULE", target_module })).toBe(false);
    expect(reads({ scope: "WORLD" })).toBe(false);
  });
});
