import type { Hub } from "../hub.js";
import type { RepositoryRecord } from "../records/repository.js";
import type { Schema } from "./schemas.js";

/** A short form of a commit: the head of check suites and workflow runs. */
export async function simpleCommit(
  hub: Hub,
  repository: RepositoryRecord,
  sha: string,
): Promise<Schema<"simple-commit">> {
  const commit = await hub.git(repository).commit(sha);
  if (commit === undefined) throw new Error(`commit ${sha} is missing`);
  const { tree, message, author, committer } = commit;
  return {
    id: sha,
    tree_id: tree,
    message,
    timestamp: committer.date,
    author: { name: author.name, email: author.email },
    committer: { name: committer.name, email: committer.email },
  };
}
