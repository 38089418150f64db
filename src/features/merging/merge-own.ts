import type { Config } from "../../domain/config/config.js";
import { gitBlobSha } from "../../domain/hash.js";
import type { Effect } from "../../engine/effects/effect.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { ObservedPull } from "../../engine/observation.js";

/**
 * The key of what one of our pull requests shows. "Update branch" merges it with the base, whoever presses it. A person
 * with push access can add more, so `mergeOwn` restricts the merge to its files, whatever the head is.
 */
export function shownKey({ key, joinedKey }: Pick<ObservedPull, "key" | "joinedKey">): string | null {
  return key ?? joinedKey;
}

/**
 * Merges a pull request of ours with exactly these files and no others. If the base requires an up-to-date branch, the
 * branch is updated first.
 */
export function mergeOwn(
  pull: Pick<ObservedPull, "number" | "head" | "isBehind">,
  { merge_methods }: Pick<Config, "merge_methods">,
  { files, ...commit }: { readonly files: readonly FileToWrite[]; readonly title: string; readonly message: string },
): Effect {
  const { number, head } = pull;
  if (pull.isBehind) return { kind: "update-branch", key: `update-${number}-${head}`, number, head };
  return {
    kind: "merge-pull-request",
    key: `merge-${number}`,
    number,
    head,
    methods: merge_methods,
    scope: { paths: [], exactly: files.map(({ path, text }) => ({ path, blob: gitBlobSha(text) })), folders: [] },
    ...commit,
  };
}
