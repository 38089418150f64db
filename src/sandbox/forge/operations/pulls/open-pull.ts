import type { Acting } from "../../context.js";
import { ZERO_SHA } from "../../git/git-repository.js";
import { mergeBase } from "../../git/history.js";
import { validationFailed } from "../../http/errors.js";
import type { Hub } from "../../hub.js";
import { findAccount, ownerOf } from "../../lookup.js";
import type { PullRecord } from "../../records/pull.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { branchRef, pullHeadRef } from "../../ref-names.js";
import { announcePull } from "../announce/announce-pull.js";
import { addIssue } from "../issues/open-issue.js";
import { commitsOf } from "./pull-facts.js";
import { indexCommits, indexOpenPull, openPullsFrom } from "./pull-index.js";
import { fetchFromFork } from "./sync-pulls.js";

export type NewPull = {
  readonly title: string;
  readonly body: string | null;
  readonly head: string;
  readonly base: string;
  readonly draft: boolean;
  readonly maintainerCanModify: boolean;
};

const invalid = (field: "head" | "base") => validationFailed({ resource: "PullRequest", field, code: "invalid" });
const refused = (message: string) => validationFailed({ resource: "PullRequest", code: "custom", message });

/** Refuses an unknown head or base, a second pull request for the same pair, and a head without new commits. */
export async function openPull(
  hub: Hub,
  acting: Acting,
  repository: RepositoryRecord,
  requested: NewPull,
): Promise<PullRecord> {
  const git = hub.git(repository);
  const { headRepository, branch } = headOf(hub, repository, requested.head);
  const headSha = hub.git(headRepository).refs.get(branchRef(branch));
  if (headSha === undefined) throw invalid("head");
  const baseSha = git.refs.get(branchRef(requested.base));
  if (baseSha === undefined) throw invalid("base");
  const label = `${ownerOf(hub.state, headRepository).login}:${branch}`;
  if (openPullsFrom(repository, headRepository.id, branch).some((pull) => pull.base.ref === requested.base)) {
    throw refused(`A pull request already exists for ${label}.`);
  }
  if (headRepository !== repository) await fetchFromFork(hub, { from: headRepository, to: repository, sha: headSha });
  if ((await mergeBase(git, baseSha, headSha)) === undefined) {
    throw refused(`The ${branch} branch has no history in common with ${requested.base}`);
  }
  const commits = await commitsOf(git, baseSha, headSha);
  if (commits.length === 0) throw refused(`No commits between ${requested.base} and ${branch}`);
  const issue = addIssue(hub, acting, repository, { title: requested.title, body: requested.body, isPull: true });
  const pull: PullRecord = {
    id: hub.nextId(),
    number: issue.number,
    head: { repositoryId: headRepository.id, ref: branch, sha: headSha },
    base: { repositoryId: repository.id, ref: requested.base, sha: baseSha },
    draft: requested.draft,
    mergedAt: null,
    mergedById: null,
    mergeCommitSha: null,
    maintainerCanModify: headRepository !== repository && requested.maintainerCanModify,
    requestedReviewerIds: [],
    reviewIds: [],
    reviewCommentIds: [],
    queued: null,
    removals: [],
    heads: [{ id: hub.nextId(), sha: headSha }],
  };
  repository.pulls.set(pull.number, pull);
  indexOpenPull(repository, pull);
  indexCommits(repository, pull, commits);
  await git.updateRefs([{ ref: pullHeadRef(pull.number), before: ZERO_SHA, after: headSha }]);
  await announcePull(hub, acting, { repository, pull, action: "opened" });
  return pull;
}

/** `branch` or `owner:branch`. Another owner's branch is in their fork of this repository. */
function headOf(hub: Hub, repository: RepositoryRecord, head: string) {
  const colon = head.indexOf(":");
  if (colon === -1) return { headRepository: repository, branch: head };
  const owner = findAccount(hub.state, head.slice(0, colon));
  const branch = head.slice(colon + 1);
  if (owner?.id === repository.ownerId) return { headRepository: repository, branch };
  for (const candidate of hub.state.repositories.values()) {
    if (candidate.ownerId === owner?.id && candidate.forkOfId === repository.id)
      return { headRepository: candidate, branch };
  }
  throw invalid("head");
}
