/** `/tree/<ref>/<path>`: a branch name may contain slashes, so the longest prefix that names a branch wins. */

import type { Commit, TreeEntry } from "../forge/git/objects.js";
import { entryAt } from "../forge/git/tree-listing.js";
import { notFound } from "../forge/http/errors.js";
import { resolveCommit } from "../forge/resolve.js";
import type { RepositoryVisit } from "./visit.js";

export type FoundPlace = {
  readonly ref: string;
  readonly path: string;
  readonly commit: Commit;
  readonly entry: TreeEntry;
};

export async function findPlace({ git, repository }: RepositoryVisit, words: string): Promise<FoundPlace> {
  const parts = words.split("/").filter((part) => part !== "");
  for (let length = parts.length; length > 0; length -= 1) {
    const ref = parts.slice(0, length).join("/");
    const path = parts.slice(length).join("/");
    const commit = await resolveCommit(git, ref, repository.defaultBranch);
    const entry = commit === undefined ? undefined : await entryAt(git, commit.tree, path);
    if (commit !== undefined && entry !== undefined) return { ref, path, commit, entry };
  }
  throw notFound();
}
