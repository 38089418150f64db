import type { ConflictDetails } from "../../domain/gates/conflict-details.js";
import type { ValidatorResult } from "../../domain/gates/gate-report.js";
import type { Refusal } from "../../domain/refusal.js";
import { VALIDATORS } from "../validators.js";

/** Head and base cannot be merged, so gate 3 has nothing to judge. */
export function conflictResults({ message: why, details }: Refusal): ValidatorResult[] {
  const files = details?.["files"];
  const conflict = { conflict: why, files: Array.isArray(files) ? files : [] } satisfies ConflictDetails;
  return VALIDATORS.filter(({ gate }) => gate === 3).map(({ code, gate }) => ({
    code,
    gate,
    status: "FAILED",
    message: `Not judged: ${why}`,
    details: conflict,
    duration_ms: 0,
    fix: "Bring the branch up to date with its base, and resolve the conflict there.",
    places: [],
  }));
}
