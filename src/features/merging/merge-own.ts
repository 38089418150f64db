import type { Config } from "../../domain/config/config.js";
import { gitBlobSha } from "../../domain/hash.js";
import type { Effect, FileToWrite } from "../../engine/effect.js";
import type { ObservedPull } from "../../engine/observation.js";

/**
 * What a pull request of ours shows. "Update branch" joins it with the base, whoever presses it. Whoever may push can join
 * more than that: what is merged is held to the files by `mergeOwn`, whatever the head is.
 */
export function shownKey({ key, joinedKey }: Pick<ObservedPull, "key" | "joinedKey">): string | null {
  return key ?? joinedKey;
}

/**
 * The merge of a pull request that we opened with exactly these files: it may bring them, to the byte, and nothing else.
 * Where the rules of the base want its branch up to date, that comes first.
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
