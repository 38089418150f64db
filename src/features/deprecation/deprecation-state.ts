import { z } from "zod";
import { Digest, Instant, ModuleRef } from "../../domain/ids.js";
import { Statement } from "../../domain/statement.js";

/** What a person ordered by `/factory deprecate`, and where they are answered. */
export const DeprecationOrder = z.strictObject({
  module_ref: ModuleRef,
  reason: Statement,
  migration_note: Statement,
  /** Null when there is none (decisions.md#deprecating-a-module). */
  replacement: ModuleRef.nullable(),
  asked_by: z.string().min(1),
  issue: z.int().positive(),
  at: Instant,
});
export type DeprecationOrder = z.infer<typeof DeprecationOrder>;

/** Where a deprecation stands: the index is on the default branch, so it changes by a pull request like everything there. */
export const DeprecationState = z.discriminatedUnion("phase", [
  z.strictObject({ phase: z.literal("preparing"), order: DeprecationOrder }),
  z.strictObject({
    phase: z.literal("proposing"),
    order: DeprecationOrder,
    /** Of the entry as it becomes. */
    digest: Digest,
    /** Modules whose people will want to know. */
    downstream: z.array(ModuleRef),
  }),
]);
export type DeprecationState = z.infer<typeof DeprecationState>;

/** Where the entry lies on the state branch until it is merged. */
export function proposedEntryPath(ref: ModuleRef): string {
  return `.factory/deprecations/${ref}.yml`;
}
