import { z } from "zod";
import { ReleaseId, ShipId } from "../../../domain/artifacts/artifact-id.js";
import { Instant, ModuleRef, Version } from "../../../domain/ids.js";
import { RELEASE_GATES, type ReleaseGateResults } from "./release-gates.js";

const GateVerdict = z.enum(["PASS", "FAIL"]);

const ReleasedModule = z.strictObject({ module_ref: ModuleRef, ship_ref: ShipId });

/**
 * What was released, or would have been (requirements.md#release-manifest). The overall result is PASS exactly if all
 * four gates pass.
 */
export const ReleaseManifest = z
  .strictObject({
    release_id: ReleaseId,
    created_at: Instant,
    spec_version: Version,
    modules: z.array(ReleasedModule).min(1),
    integration_gates: z.strictObject({
      dependency_check: GateVerdict,
      fingerprint_check: GateVerdict,
      deprecation_check: GateVerdict,
      code_index_check: GateVerdict,
    }),
    overall_result: GateVerdict,
    notes: z.string().min(1),
  })
  .superRefine(({ integration_gates, overall_result }, context) => {
    if (overall_result === overallResult(integration_gates)) return;
    const message = "must be PASS exactly when all four gates are PASS";
    context.addIssue({ code: "custom", path: ["overall_result"], message });
  });
export type ReleaseManifest = z.infer<typeof ReleaseManifest>;

type GateVerdicts = ReleaseManifest["integration_gates"];

export function overallResult(gates: GateVerdicts): "PASS" | "FAIL" {
  return RELEASE_GATES.every((gate) => gates[gate] === "PASS") ? "PASS" : "FAIL";
}

/**
 * The manifest of a release attempt. A failed one is kept, too, with every offender in its notes, as the audit record.
 */
export function composeManifest(
  release: Pick<ReleaseManifest, "release_id" | "created_at" | "spec_version" | "modules">,
  results: ReleaseGateResults,
): ReleaseManifest {
  const integration_gates: GateVerdicts = {
    dependency_check: results.dependency_check.result,
    fingerprint_check: results.fingerprint_check.result,
    deprecation_check: results.deprecation_check.result,
    code_index_check: results.code_index_check.result,
  };
  const overall_result = overallResult(integration_gates);
  return ReleaseManifest.parse({
    ...release,
    integration_gates,
    overall_result,
    notes: overall_result === "PASS" ? passNotes(release.modules.length) : failureNotes(results),
  });
}

function passNotes(modules: number): string {
  return `${modules} ${modules === 1 ? "module" : "modules"} released; all four integration gates passed.`;
}

function failureNotes(results: ReleaseGateResults): string {
  const failing = RELEASE_GATES.filter((gate) => results[gate].result === "FAIL");
  const lines = failing.flatMap((gate) => results[gate].offenders.map(({ message }) => `${gate}: ${message}.`));
  return [`Not released: ${failing.join(", ")} failed.`, ...lines].join("\n");
}
