import { z } from "zod";
import { Instant, Sha } from "../ids.js";
import { LostTest } from "./locating.js";
import { SuiteAwaited } from "./suite-awaited.js";

/** There is a baseline, and a merge took tests away: those are forgotten, and nothing else is learned or forgotten. */
const Keeps = z.literal(true).optional();

/** Where the project's baseline stands. The baseline itself is a file of its own, because gate runs read it. */
export const BaselineState = z.discriminatedUnion("phase", [
  /** To be asked for; `lost` runs in a row brought nothing. */
  z.strictObject({ phase: z.literal("due"), lost: z.int().min(0), keeps: Keeps }),
  z.strictObject({ phase: z.literal("awaited"), run: SuiteAwaited, lost: z.int().min(0), keeps: Keeps }),
  /** Several runs in a row brought nothing; it waits for a person who has looked at the workflow. */
  z.strictObject({ phase: z.literal("stuck"), why: z.string().min(1), since: Instant, keeps: Keeps }),
  z.strictObject({
    phase: z.literal("taken"),
    /** The newest run of the whole suite on a commit of the default branch, as a release asks for it. */
    full_run: z
      .strictObject({
        sha: Sha,
        passed: z.boolean(),
        why: z.string().min(1),
        /** What worked before and does not now, when it failed for that. */
        tests: z.array(LostTest).optional(),
        /** The commit whose full run was good before this one failed; null when none is known. */
        good_before: Sha.nullable().optional(),
      })
      .nullable(),
  }),
]);
export type BaselineState = z.infer<typeof BaselineState>;

export const BASELINE_DUE: BaselineState = { phase: "due", lost: 0 };

/** Whether a baseline is on its way. A project that never asked for one is not held up by it. */
export function isBaselinePending(baseline: BaselineState | null): boolean {
  return baseline !== null && baseline.phase !== "taken";
}
