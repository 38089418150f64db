import { describe, expect, it } from "vitest";
import { unknownCheckResult } from "../../../src/domain/enforcement/assertion-result.js";
import { type ModuleFindings, validateModule } from "../../../src/domain/enforcement/module-validation.js";
import { anAssertionResult } from "../../support/assertion-result.js";

const asSuggestion = { ...anAssertionResult().assertion, type: "suggest" as const };

function validate(changes: Partial<ModuleFindings> = {}) {
  return validateModule({
    assertions: [anAssertionResult()],
    creates: ["checkHealth()"],
    foundExports: ["checkHealth"],
    build: { passed: true, output: "" },
    ...changes,
  });
}

describe("validateModule", () => {
  it("passes when requirements, exports and build are in order", () => {
    expect(validate()).toMatchObject({ passed: true, retryable: false, buildPassed: true, violations: [] });
  });

  it("fails on an unmet requirement, with expectation and finding", () => {
    const failed = anAssertionResult({ passed: false, expected: "(): void", actual: "(x): void" });
    expect(validate({ assertions: [failed] })).toMatchObject({
      passed: false,
      retryable: true,
      violations: [{ source: "assertion", check: "signature_match", expected: "(): void", actual: "(x): void" }],
    });
  });

  it("fails on a missing export even when no assertion asks for it, and says what is there instead", () => {
    expect(validate({ assertions: [], foundExports: ["checkHealthy"] })).toMatchObject({
      passed: false,
      violations: [
        { check: "export_exists", expected: 'export "checkHealth"', actual: 'not found; there is "checkHealthy"' },
      ],
    });
  });

  it("fails on a broken build, retryable as every red gate is", () => {
    expect(validate({ build: { passed: false, output: "TS2322" } })).toMatchObject({
      passed: false,
      retryable: true,
      buildPassed: false,
      violations: [{ source: "build", actual: "TS2322" }],
    });
  });

  it("says nothing of a build where nothing may run", () => {
    expect(validate({ build: null })).toMatchObject({ passed: true, buildPassed: null, violations: [] });
  });

  it("fails on a requirement with an unknown check type", () => {
    const unknown = unknownCheckResult({ ...anAssertionResult().assertion, check: { type: "telepathy" } });
    expect(validate({ assertions: [unknown] })).toMatchObject({
      passed: false,
      violations: [{ check: "telepathy", actual: 'unknown check type "telepathy"' }],
    });
  });

  it("reports an unmet suggestion and does not fail on it", () => {
    const validation = validate({ assertions: [anAssertionResult({ assertion: asSuggestion, passed: false })] });
    expect(validation).toMatchObject({ passed: true, violations: [], requirements: [] });
    expect(validation.suggestions.map(({ assertion }) => assertion.type)).toEqual(["suggest"]);
    expect(validate().suggestions).toEqual([]);
  });

  it("says something where a check found nothing to say", () => {
    const bare = anAssertionResult({ passed: false });
    expect(validate({ assertions: [bare] }).violations).toMatchObject([
      { expected: "Must match the signature", actual: "not found" },
    ]);
  });

  it("counts missing exports among the requirements", () => {
    expect(validate({ foundExports: [] }).requirements).toHaveLength(2);
  });
});
