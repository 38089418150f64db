import { z } from "zod";

/**
 * `id@version` (requirements.md#context-packs, requirements.md#artifact-envelope): a thing and exactly which one. What
 * git versions instead of us (a task file, existing code) has its commit or content SHA as version.
 */
export const VersionedRef = z
  .string()
  .regex(
    /^\S+@(?:(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)|[0-9a-f]{40}|[0-9a-f]{64})$/,
    "must look like PROP-1a2b3c4d@1.0.0: an id, @, and a version or SHA",
  );
export type VersionedRef = z.infer<typeof VersionedRef>;

export function versionedRef(id: string, version: string): VersionedRef {
  return VersionedRef.parse(`${id}@${version}`);
}
