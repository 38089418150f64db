import { z } from "zod";
import { Digest, Instant, ModuleRef } from "../../domain/ids.js";
import { Statement } from "../../domain/statement.js";

/** What a person ordered by `/factory deprecate`, and where the answer is posted. */
export const DeprecationOrder = z.strictObject({
  module_ref: ModuleRef,
  reason: Statement,
  migration_note: Statement,
  /** Null if there is none (decisions.md#deprecating-a-module). */
  replacement: ModuleRef.nullable(),
  asked_by: z.string().min(1),
  issue: z.int().positive(),
  at: Instant,
});
export type DeprecationOrder = z.infer<typeof DeprecationOrder>;

/** The stage of a deprecation. The index is on the default branch, so it changes by a pull request. */
export const DeprecationState = z.discriminatedUnion("phase", [
  z.strictObject({ phase: z.literal("preparing"), order: DeprecationOrder }),
  z.strictObject({
    phase: z.literal("proposing"),
    order: DeprecationOrder,
    /** The digest of the new entry. */
    digest: Digest,
    /** Modules that are affected. */
    downstream: z.array(ModuleRef),
  }),
]);
export type DeprecationState = z.infer<typeof DeprecationState>;

/** The path of the new entry on the state branch until it is merged. */
export function proposedEntryPath(ref: ModuleRef): string {
  return `.factory/deprecations/${ref}.yml`;
}
