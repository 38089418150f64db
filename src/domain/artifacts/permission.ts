import { z } from "zod";

/** How much of a thing a role may be given (requirements.md#context-packs), widest first. */
export const ViewPermission = z.enum(["FULL", "CONTRACT_ONLY", "SUMMARY_ONLY", "METADATA_ONLY"]);
export type ViewPermission = z.infer<typeof ViewPermission>;

/** The same permissions, and NEVER for what is not given at all. */
export const Permission = z.enum([...ViewPermission.options, "NEVER"]);
export type Permission = z.infer<typeof Permission>;

/** The stricter of two permissions. One grant never widens another. */
export function narrower(one: Permission, other: Permission): Permission {
  return Permission.options.indexOf(one) > Permission.options.indexOf(other) ? one : other;
}
