import { z } from "zod";
import { Instant } from "../../domain/ids.js";

/**
 * Who requested a product, in which issue, and by which lane: the whole Product Loop, or one task made from the issue
 * itself.
 */
export const ProductRequest = z.strictObject({
  issue: z.int().positive(),
  title: z.string(),
  requester: z.string().min(1),
  lane: z.enum(["full", "quick"]),
  requested_at: Instant,
});
export type ProductRequest = z.infer<typeof ProductRequest>;
