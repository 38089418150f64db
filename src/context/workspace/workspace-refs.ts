import { type VersionedRef, versionedRef } from "../../domain/artifacts/versioned-ref.js";
import type { ModuleId, Sha } from "../../domain/ids.js";

/**
 * How a Context Pack names the parts of a tree: one reference for a module's own files, one for code without an owner.
 */
export function workspaceRef(module: ModuleId, head: Sha): VersionedRef {
  return versionedRef(`${module}/workspace`, head);
}

export function unownedCodeRef(head: Sha): VersionedRef {
  return versionedRef("unowned-code", head);
}

/** The part of it that is named and not shown. */
export function narrowedCodeRef(head: Sha): VersionedRef {
  return versionedRef("unowned-code/narrowed", head);
}

/** One file, if a pack grants less for it than for the rest. A reference has no blanks. */
export function fileRef(path: string, blob: Sha): VersionedRef {
  return versionedRef(encodeURI(path), blob);
}
