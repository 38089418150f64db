import type { Sha } from "../../domain/ids.js";

/** What a branch may change: these files to any content, these to one only, and whatever is below these folders. */
export type BranchScope = {
  readonly paths: readonly string[];
  readonly exactly: readonly { readonly path: string; readonly blob: Sha }[];
  readonly folders: readonly string[];
};

/** What of a change a scope does not hold. A blob is null where a file is gone. */
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
