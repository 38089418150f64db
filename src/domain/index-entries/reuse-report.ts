import { z } from "zod";
import { MeaningfulText } from "../contract/meaningful-text.js";
import { noDuplicates } from "../contract/unique.js";
import { ModuleRef } from "../ids.js";

/** What was searched in the index, what was found, and why it does not fit (requirements.md#reuse-first). */
export const ReuseSearchReport = z.strictObject({
  query: MeaningfulText,
  candidates_considered: z
    .array(z.strictObject({ module_ref: ModuleRef, why_rejected: MeaningfulText }))
    .superRefine(noDuplicates("candidate", (candidate) => candidate.module_ref, "module_ref")),
  conclusion: z.enum(["REUSE_EXISTING", "CREATE_NEW"]),
  justification: MeaningfulText,
});
export type ReuseSearchReport = z.infer<typeof ReuseSearchReport>;
