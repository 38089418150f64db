import { z } from "zod";
import { Instant, Sha } from "../ids.js";
import { LostTest } from "./locating.js";
import { SuiteAwaited } from "./suite-awaited.js";

/** A baseline exists, and a merge removed tests: those names are removed from it, and nothing else changes. */
const Keeps = z.literal(true).optional();

/** The state of the project's baseline. The baseline itself is a separate file, because gate runs read it. */
export const BaselineState = z.discriminatedUnion("phase", [
  /** To be requested. `lost` is the number of consecutive runs without a result. */
  z.strictObject({ phase: z.literal("due"), lost: z.int().min(0), keeps: Keeps }),
  z.strictObject({ phase: z.literal("awaited"), run: SuiteAwaited, lost: z.int().min(0), keeps: Keeps }),
  /** Several consecutive runs had no result. The App waits until a person has checked the workflow. */
  z.strictObject({ phase: z.literal("stuck"), why: z.string().min(1), since: Instant, keeps: Keeps }),
  z.strictObject({
    phase: z.literal("taken"),
    /** The newest run of the whole suite on a commit of the default branch, as a release requires it. */
    full_run: z
      .strictObject({
        sha: Sha,
        passed: z.boolean(),
        why: z.string().min(1),
        /** The tests that passed before and fail now, if it failed for that reason. */
        tests: z.array(LostTest).optional(),
        /** The commit of the last good full run before this one failed; null when none is known. */
        good_before: Sha.nullable().optional(),
      })
      .nullable(),
  }),
]);
export type BaselineState = z.infer<typeof BaselineState>;

export const BASELINE_DUE: BaselineState = { phase: "due", lost: 0 };

/** Whether a baseline is being made. A project that never requested one does not wait for it. */
export function isBaselinePending(baseline: BaselineState | null): boolean {
  return baseline !== null && baseline.phase !== "taken";
}
