import { z } from "zod";
import { ReleaseId } from "../../../domain/artifacts/artifact-id.js";
import { Instant, ModuleRef } from "../../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import { GateFigures } from "../../gate-figures/gate-figures.js";
import { RELEASE_GATES, type ReleaseGateResults } from "./release-gates.js";
import { overallResult, type ReleaseManifest } from "./release-manifest.js";

/** Why a release was blocked, stored beside its manifest (requirements.md#release-gates). */
export const ReleaseFailureReport = z.strictObject({
  release_id: ReleaseId,
  created_at: Instant,
  failures: z
    .array(
      z.strictObject({
        gate: z.enum(RELEASE_GATES),
        offenders: z
          .array(z.strictObject({ module_ref: ModuleRef, reference: z.string().min(1), message: z.string().min(1) }))
          .min(1),
      }),
    )
    .min(1),
  /** How the gates of tasks did; absent without a gate run. */
  gate_figures: GateFigures.omit({ counted: true }).optional(),
});
export type ReleaseFailureReport = z.infer<typeof ReleaseFailureReport>;

/** The report of a failed attempt; null if it passed. */
export function reportFailure(
  manifest: ReleaseManifest,
  results: ReleaseGateResults,
  figures?: GateFigures,
): Outcome<ReleaseFailureReport> {
  if (overallResult(manifest.integration_gates) === "PASS") {
    return refuse("release-passed", `${manifest.release_id} passed all four gates; there is no failure to report.`);
  }
  const { counted: _, ...gate_figures } = figures ?? { counted: [] };
  return accept(
    ReleaseFailureReport.parse({
      release_id: manifest.release_id,
      created_at: manifest.created_at,
      failures: RELEASE_GATES.filter((gate) => results[gate].result === "FAIL").map((gate) => ({
        gate,
        offenders: results[gate].offenders,
      })),
      ...(figures === undefined ? {} : { gate_figures }),
    }),
  );
}
