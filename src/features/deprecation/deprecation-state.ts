import { z } from "zod";
import { Digest, Instant, ModuleRef } from "../../domain/ids.js";
import { Statement } from "../../domain/statement.js";
import { Reverified } from "../interface-change/rules/interface-change.js";

/** What a person ordered by `/factory deprecate`, and where the answer is posted. */
export const DeprecationOrder = z.strictObject({
  module_ref: ModuleRef,
  reason: Statement,
  migration_note: Statement,
  /** Null if there is none (decisions.md#deprecating-a-module). */
  replacement: ModuleRef.nullable(),
  /** False: the consumers stay where they are. */
  migrate: z.boolean().exactOptional(),
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
  /** The index has changed. The tasks that move its consumers to the replacement are added next. */
  z.strictObject({
    phase: z.literal("migrating"),
    order: DeprecationOrder,
    /** Null until they were found. */
    consumers: z.array(Reverified).min(1).nullable(),
  }),
]);
export type DeprecationState = z.infer<typeof DeprecationState>;

/** Whether consumers are to be moved to what replaces the module. */
export function isMigration({ replacement, migrate }: DeprecationOrder): boolean {
  return replacement !== null && migrate !== false;
}

/** The contract of a consumer's next version, which rests on the replacement. */
export function migrationPath(ref: ModuleRef, consumer: ModuleRef): string {
  return `.factory/deprecations/${ref}/consumers/${consumer}.yml`;
}

/** The path of the new entry on the state branch until it is merged. */
export function proposedEntryPath(ref: ModuleRef): string {
  return `.factory/deprecations/${ref}.yml`;
}
