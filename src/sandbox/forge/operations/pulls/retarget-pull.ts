import type { Acting } from "../../context.js";
import { unprocessable, validationFailed } from "../../http/errors.js";
import type { Hub } from "../../hub.js";
import { theIssue } from "../../lookup.js";
import type { PullRecord } from "../../records/pull.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { branchRef } from "../../ref-names.js";
import { announcePull } from "../announce/announce-pull.js";
import { indexOpenPull, openPullsFrom, unindexPull } from "./pull-index.js";

/** Changes the base of an open pull request. */
export async function retarget(
  hub: Hub,
  acting: Acting,
  {
    repository,
    pull,
    base,
  }: { readonly repository: RepositoryRecord; readonly pull: PullRecord; readonly base: string },
): Promise<void> {
  if (base === pull.base.ref) return;
  if (theIssue(repository, pull.number).state === "closed")
    throw unprocessable("Cannot change the base branch of a closed pull request.");
  const sha = hub.git(repository).refs.get(branchRef(base));
  if (sha === undefined) throw validationFailed({ resource: "PullRequest", field: "base", code: "invalid" });
  if (openPullsFrom(repository, pull.head.repositoryId ?? 0, pull.head.ref).some((rival) => rival.base.ref === base)) {
    throw unprocessable(`A pull request already exists for base branch '${base}' and head branch '${pull.head.ref}'`);
  }
  const from = { ref: { from: pull.base.ref }, sha: { from: pull.base.sha } };
  unindexPull(repository, pull);
  pull.base.ref = base;
  pull.base.sha = sha;
  indexOpenPull(repository, pull);
  await announcePull(hub, acting, { repository, pull, action: "edited", extra: { changes: { base: from } } });
}
