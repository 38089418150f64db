import { describe, expect, it } from "vitest";
import { checkBuiltAgainst } from "../../../src/features/shipping/check-built-against.js";
import { ShipEvidence, shipEvidence } from "../../../src/features/shipping/ship-evidence.js";
import { aContract, complaints } from "../../support/contract.js";
import { sha } from "../../support/ship.js";

const digest = "d".repeat(64);
const evidence = shipEvidence(aContract(), {
  ship_id: "SHIP-0a1b2c3d",
  verified_at: "2026-01-31T12:00:00Z",
  interfaceFingerprint: digest,
  evidenceRef: ".factory/modules/MM-0001/1.0.0/execution-log.yml",
  environment: { repo_revision: sha("a"), dependency_lock_ref: digest, runner_id: "ubuntu-24.04" },
  dependencies: [{ module_ref: "MM-0002@1.3.0", fingerprint: digest }],
  sealed_files: [{ path: "src/tag.ts", blob: sha("b") }],
});

describe("ship evidence", () => {
  it("records the verdict, the judged head, the lock file, the runner and each dependency's fingerprint", () => {
    expect(evidence).toEqual({
      module_id: "MM-0001",
      module_version: "1.0.0",
      ship_id: "SHIP-0a1b2c3d",
      verified_at: "2026-01-31T12:00:00Z",
      verification: {
        result: "PASS",
        interface_fingerprint: digest,
        evidence_ref: ".factory/modules/MM-0001/1.0.0/execution-log.yml",
      },
      environment: { repo_revision: sha("a"), dependency_lock_ref: digest, runner_id: "ubuntu-24.04" },
      dependencies: [{ module_ref: "MM-0002@1.3.0", fingerprint: digest }],
      sealed_files: [{ path: "src/tag.ts", blob: sha("b") }],
    });
    expect(complaints(ShipEvidence, evidence)).toEqual([]);
  });

  it("may come from a repository without a lock file", () => {
    const environment = { ...evidence.environment, dependency_lock_ref: null };
    expect(complaints(ShipEvidence, { ...evidence, environment })).toEqual([]);
  });

  it.each(Object.keys(evidence))("needs %s", (field) => {
    const { [field]: _left, ...rest } = evidence as Record<string, unknown>;
    expect(complaints(ShipEvidence, rest).join()).toContain(field);
  });

  it.each([
    ["a branch as revision", { environment: { ...evidence.environment, repo_revision: "main" } }, "repo_revision"],
    ["no runner", { environment: { ...evidence.environment, runner_id: "" } }, "runner_id"],
    ["another id", { ship_id: "SHIP-1" }, "ship_id"],
    ["another result", { verification: { ...evidence.verification, result: "OK" } }, "verification.result"],
    [
      "a dependency twice",
      { dependencies: [...evidence.dependencies, ...evidence.dependencies] },
      "dependencies.1.module_ref",
    ],
    ["a sealed file without content", { sealed_files: [{ path: "src/tag.ts", blob: "" }] }, "sealed_files.0.blob"],
  ])("is refused with %s", (_case, change, complaint) => {
    expect(complaints(ShipEvidence, { ...evidence, ...change }).join()).toContain(complaint);
  });
});

describe("the dependencies a module was built against", () => {
  const recorded = (...refs: string[]) => refs.map((module_ref) => ({ module_ref, fingerprint: digest }));

  it("are one version in the range of each declared one", () => {
    expect(checkBuiltAgainst(aContract(), recorded("MM-0002@1.3.0")).ok).toBe(true);
    const dependencies = ["MM-0002@^1.0.0", "MM-0003@~1.0.0"].map((ref) => ({ ref, why: "folds" }));
    expect(checkBuiltAgainst(aContract({ dependencies }), recorded("MM-0003@1.0.7", "MM-0002@1.3.0")).ok).toBe(true);
  });

  it.each([
    ["dependency-fingerprint-missing", recorded()],
    ["dependency-fingerprint-missing", recorded("MM-0002@2.0.0")],
    ["dependency-fingerprint-missing", recorded("MM-0002@1.3.0", "MM-0002@1.4.0")],
    ["dependency-undeclared", recorded("MM-0002@1.3.0", "MM-0009@1.0.0")],
  ])("are refused as %s: %j", (code, dependencies) => {
    expect(checkBuiltAgainst(aContract(), dependencies)).toMatchObject({ ok: false, refusal: { code } });
  });
});
