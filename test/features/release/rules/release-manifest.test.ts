import { describe, expect, it } from "vitest";
import {
  type GateResult,
  RELEASE_GATES,
  type ReleaseGate,
  type ReleaseGateResults,
} from "../../../../src/features/release/rules/release-gates.js";
import {
  composeManifest,
  overallResult,
  ReleaseManifest,
} from "../../../../src/features/release/rules/release-manifest.js";
import { ReleaseFailureReport, reportFailure } from "../../../../src/features/release/rules/release-report.js";

const pass: GateResult = { result: "PASS", offenders: [] };
const offender = {
  module_ref: "MM-0001@1.0.0",
  reference: "MM-0002@^1.0.0",
  message: "MM-0002@^1.0.0 is missing; include it",
};
const fail: GateResult = { result: "FAIL", offenders: [offender] };
const allPass: ReleaseGateResults = {
  dependency_check: pass,
  fingerprint_check: pass,
  deprecation_check: pass,
  code_index_check: pass,
};
const release = {
  release_id: "REL-1a2b3c4d",
  created_at: "2026-01-31T12:00:00Z",
  spec_version: "1.0.0",
  modules: [{ module_ref: "MM-0001@1.0.0", ship_ref: "SHIP-1a2b3c4d" }],
};
const passed = composeManifest(release, allPass);

describe("a release manifest", () => {
  it("of a sound set says PASS four times and once over all", () => {
    expect(passed).toEqual({
      ...release,
      integration_gates: {
        dependency_check: "PASS",
        fingerprint_check: "PASS",
        deprecation_check: "PASS",
        code_index_check: "PASS",
      },
      overall_result: "PASS",
      notes: "1 module released; all four integration gates passed.",
    });
  });

  it("counts modules in words that fit", () => {
    const two = [...release.modules, { module_ref: "MM-0002@1.0.0", ship_ref: "SHIP-00000002" }];
    expect(composeManifest({ ...release, modules: two }, allPass).notes).toMatch(/^2 modules released/);
  });

  it.each(RELEASE_GATES)("fails as a whole when %s fails, and says why", (gate) => {
    const results = { ...allPass, [gate]: fail };
    const manifest = composeManifest(release, results);
    expect(manifest.overall_result).toBe("FAIL");
    expect(manifest.integration_gates).toEqual({ ...passed.integration_gates, [gate]: "FAIL" });
    expect(manifest.notes).toBe(`Not released: ${gate} failed.\n${gate}: ${offender.message}.`);
    expect(overallResult(manifest.integration_gates)).toBe("FAIL");
  });

  it.each<ReleaseGate | "none">([...RELEASE_GATES, "none"])(
    "cannot say otherwise than its gates (%s failed)",
    (gate) => {
      const integration_gates = { ...passed.integration_gates, ...(gate === "none" ? {} : { [gate]: "FAIL" }) };
      const says = (overall_result: string) =>
        ReleaseManifest.safeParse({ ...passed, integration_gates, overall_result }).success;
      expect([says("PASS"), says("FAIL")]).toEqual([gate === "none", gate !== "none"]);
    },
  );

  it.each(Object.keys(passed))("requires %s", (field) => {
    const candidate: Record<string, unknown> = { ...passed };
    delete candidate[field];
    expect(ReleaseManifest.safeParse(candidate).success).toBe(false);
  });

  it.each([
    { modules: [] },
    { release_id: "REL-xyz" },
    { modules: [{ module_ref: "MM-0001", ship_ref: "SHIP-1a2b3c4d" }] },
    { modules: [{ module_ref: "MM-0001@1.0.0", ship_ref: "ship.yml" }] },
    { codename: "aurora" },
  ])("is refused with %j", (change) => {
    expect(ReleaseManifest.safeParse({ ...passed, ...change }).success).toBe(false);
  });
});

describe("a failure report", () => {
  it("names each failing gate with its offenders, and no passing one", () => {
    const results = { ...allPass, fingerprint_check: fail, code_index_check: fail };
    const report = reportFailure(composeManifest(release, results), results);
    expect(report).toEqual({
      ok: true,
      value: {
        release_id: "REL-1a2b3c4d",
        created_at: release.created_at,
        failures: [
          { gate: "fingerprint_check", offenders: [offender] },
          { gate: "code_index_check", offenders: [offender] },
        ],
      },
    });
    expect(report.ok && ReleaseFailureReport.safeParse({ ...report.value, failures: [] }).success).toBe(false);
  });

  it("is not made for a release that passed", () => {
    expect(reportFailure(passed, allPass)).toMatchObject({ refusal: { code: "release-passed" } });
  });
});
