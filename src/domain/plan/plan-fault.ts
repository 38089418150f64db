import { z } from "zod";
import { MeaningfulText } from "../contract/meaningful-text.js";

/** A role found that its module cannot be built as it is planned: these files must change, and it may not change them. */
export const PlanFault = z.strictObject({
  files: z.array(z.string().min(1).max(500)).min(1).max(20),
  why: MeaningfulText.max(4_000),
});
export type PlanFault = z.infer<typeof PlanFault>;
