import type { Sha } from "../../../domain/ids.js";

/** What a branch may change: some files to any content, some to one content only, and everything in some folders. */
export type BranchScope = {
  readonly paths: readonly string[];
  readonly exactly: readonly { readonly path: string; readonly blob: Sha }[];
  readonly folders: readonly string[];
};

/** The changes outside a scope. The blob of a deleted file is null. */
export function outsideScope(
  changes: readonly { readonly path: string; readonly blob: Sha | null }[],
  { paths, exactly, folders }: BranchScope,
): string[] {
  const open = new Set(paths);
  const fixed = new Map(exactly.map(({ path, blob }) => [path, blob]));
  return changes
    .filter(
      ({ path, blob }) =>
        !open.has(path) && fixed.get(path) !== blob && !folders.some((folder) => path.startsWith(folder)),
    )
    .map(({ path }) => path);
}
