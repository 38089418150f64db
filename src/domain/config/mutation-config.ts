import { z } from "zod";

/** Whether the tests of a module would notice mistakes (decisions.md#tests-must-notice). */
export const MutationConfig = z.strictObject({
  max_mutants: z
    .int()
    .min(0)
    .max(1_000)
    .default(40)
    .describe(
      "How many small mistakes are put into a module's files to see whether its tests notice; 0 switches it off.",
    ),
  max_seconds: z.int().min(1).max(1_800).default(120).describe("The most that it may take for one module."),
  require_per_clause: z
    .boolean()
    .default(true)
    .describe("In STRICT, a clause whose tests notice none of the mistakes is refused."),
  threshold: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .default(null)
    .describe("The lowest share of noticed mistakes that passes, in percent; null asks for none."),
});
export type MutationConfig = z.infer<typeof MutationConfig>;
