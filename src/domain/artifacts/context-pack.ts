import { z } from "zod";
import { MeaningfulText } from "../contract/meaningful-text.js";
import { Instant, TaskId } from "../ids.js";
import { ContextPackId } from "./artifact-id.js";
import { type Permission, ViewPermission } from "./permission.js";
import { Role } from "./producer.js";
import { VersionedRef } from "./versioned-ref.js";

const IncludedRef = z.strictObject({ ref: VersionedRef, permission: ViewPermission, reason: MeaningfulText });

const ExcludedRef = z.strictObject({ ref: VersionedRef, reason: MeaningfulText });

/**
 * What one role invocation was given, what it was not given, and why (requirements.md#context-packs). The loop makes
 * it, never a role.
 */
export const ContextPack = z
  .strictObject({
    context_pack_id: ContextPackId,
    created_for: z.strictObject({
      role: Role,
      run_id: z.string().min(1),
      /** Empty for the product role, which works before there are tasks. */
      task_ref: z.union([TaskId, z.literal("")]),
    }),
    included_refs: z.array(IncludedRef),
    excluded_refs: z.array(ExcludedRef),
    default_permission: z.literal("CONTRACT_ONLY"),
    created_at: Instant,
  })
  .superRefine((pack, context) => {
    const { role, task_ref } = pack.created_for;
    if ((role === "product") !== (task_ref === "")) {
      const message = role === "product" ? "must be empty: the product role has no task" : "must name the task";
      context.addIssue({ code: "custom", path: ["created_for", "task_ref"], message });
    }
    for (const ref of repeatedRefs(pack)) {
      context.addIssue({
        code: "custom",
        path: ["included_refs"],
        message: `${ref} is listed more than once; one reference has one permission, or is excluded`,
      });
    }
  });
export type ContextPack = z.infer<typeof ContextPack>;

type Listing = {
  readonly included_refs: readonly { ref: string }[];
  readonly excluded_refs: readonly { ref: string }[];
};

function repeatedRefs({ included_refs, excluded_refs }: Listing): string[] {
  const refs = [...included_refs, ...excluded_refs].map((entry) => entry.ref);
  return [...new Set(refs.filter((ref, index) => refs.indexOf(ref) !== index))];
}

/** The permission that the pack records for a reference. A reference that is not listed has the default. */
export function packPermission(pack: ContextPack, ref: VersionedRef): Permission {
  if (pack.excluded_refs.some((excluded) => excluded.ref === ref)) return "NEVER";
  return pack.included_refs.find((included) => included.ref === ref)?.permission ?? pack.default_permission;
}
