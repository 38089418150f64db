import { z } from "zod";

/** The details of FULL_REGRESSION_PASS about tests that passed before and fail now. */
export const RegressionDetails = z.looseObject({
  /** What the branch changes, bounded. */
  diff: z.string().min(1).max(25_000).optional().catch(undefined),
  tests: z.array(z.strictObject({ name: z.string().min(1), now: z.enum(["failing", "gone"]) })),
});
