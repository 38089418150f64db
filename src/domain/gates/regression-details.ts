import { z } from "zod";

/** What FULL_REGRESSION_PASS says in its details about tests that passed before and do not now. */
export const RegressionDetails = z.looseObject({
  tests: z.array(z.strictObject({ name: z.string().min(1), now: z.enum(["failing", "gone"]) })),
});
