import type { ValidatorResult } from "../../domain/gates/gate-report.js";
import { VALIDATORS } from "../validators.js";

/** Head and base cannot be merged, so there is nothing that gate 3 could judge. */
export function conflictResults(why: string): ValidatorResult[] {
  return VALIDATORS.filter(({ gate }) => gate === 3).map(({ code, gate }) => ({
    code,
    gate,
    status: "FAILED",
    message: `Not judged: ${why}`,
    details: { conflict: why },
    duration_ms: 0,
    fix: "Bring the branch up to date with its base, and resolve the conflict there.",
    places: [],
  }));
}
