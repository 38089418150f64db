import { z } from "zod";

/**
 * `id@version` (requirements.md#context-packs, requirements.md#artifact-envelope): one exact version of a thing. For
 * what git versions (a task file, existing code) the version is the commit or content SHA.
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
