import { z } from "zod";

/** The result of the whole suite, as FULL_REGRESSION_PASS writes it. */
export const SuiteDetails = z.looseObject({
  newFailures: z.array(z.string()).default([]),
  vanishedTests: z.array(z.string()).default([]),
  flakyTests: z.array(z.string()).default([]),
  preExistingFailures: z.array(z.string()).default([]),
});
