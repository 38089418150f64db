import { z } from "zod";
import { Instant } from "../domain/ids.js";
import { STATE_PARTS } from "../features/state.js";

/**
 * `.factory/state.yml`: everything the loop must remember that is in no other file. The first request creates it.
 * Consent is not part of it: `.factory/config.yml` on the default branch is the consent.
 */
export const FactoryState = z.strictObject({
  schema_version: z.literal(3),
  repository_id: z.int().positive(),
  ...STATE_PARTS,
  updated_at: Instant,
});
export type FactoryState = z.infer<typeof FactoryState>;
