import { z } from "zod";

/** What the whole suite told, as FULL_REGRESSION_PASS writes it down. */
export const SuiteDetails = z.looseObject({
  newFailures: z.array(z.string()).default([]),
  vanishedTests: z.array(z.string()).default([]),
  flakyTests: z.array(z.string()).default([]),
  preExistingFailures: z.array(z.string()).default([]),
});
