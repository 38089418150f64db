import { z } from "zod";

/** The judged assertion as it was written: an unknown check type must be recordable, too. */
const JudgedAssertion = z.strictObject({
  type: z.enum(["assert", "suggest"]),
  condition: z.string(),
  message: z.string().min(1),
  check: z.looseObject({ type: z.string().min(1) }),
});
type JudgedAssertion = z.infer<typeof JudgedAssertion>;

/** The method of a check: by pattern (1), through re-exports (2), by the compiler (3), or by the judge. */
export const AssertionTier = z.literal([1, 2, 3, "judge"]);
export type AssertionTier = z.infer<typeof AssertionTier>;

/** The result of one assertion (requirements.md#post-execution-check). */
export const AssertionResult = z
  .strictObject({
    assertion: JudgedAssertion,
    passed: z.boolean(),
    tier: AssertionTier,
    actual: z.string().optional(),
    expected: z.string().optional(),
    error: z.string().min(1).optional(),
  })
  .refine((result) => !(result.passed && result.error !== undefined), {
    error: "a check that could not be made did not pass",
    path: ["passed"],
  });
export type AssertionResult = z.infer<typeof AssertionResult>;

/** The result until a judge has decided: nothing else can judge meaning. */
export const TO_BE_JUDGED = "to be judged by a model";

/** An unknown check type is an error, not a pass (decisions.md#checks-of-assertions). */
export function unknownCheckResult(assertion: JudgedAssertion): AssertionResult {
  return { assertion, passed: false, tier: 1, error: `unknown check type "${assertion.check.type}"` };
}
