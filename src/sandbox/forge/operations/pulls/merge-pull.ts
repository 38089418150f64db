/** Merges a pull request with git's own merge, so that newer commits on the base are kept. */
import type { Acting } from "../../context.js";
import { type GitRepository, ZERO_SHA } from "../../git/git-repository.js";
import { rebaseCommits } from "../../git/merge.js";
import { conflict, notAllowed } from "../../http/errors.js";
import type { Hub } from "../../hub.js";
import { ownerOf, theIssue, theRepository } from "../../lookup.js";
import type { IssueRecord } from "../../records/issue.js";
import type { PullRecord } from "../../records/pull.js";
import { type MergeMethod, type RepositoryRecord, squashWords } from "../../records/repository.js";
import { branchRef } from "../../ref-names.js";
import { signatureOfAccount, webFlowSignature } from "../../webhooks/signatures.js";
import { closeIssues } from "../issues/closing-keywords.js";
import { applyRefUpdates } from "../repository/apply-ref-updates.js";
import { branchRules } from "../repository/branch-rules.js";
import { isBehind, refuseMerge } from "./merge-demands.js";
import { pullCommits, tryMerge } from "./pull-facts.js";
import { indexCommits } from "./pull-index.js";
import { closePull } from "./sync-pulls.js";

export type MergeRequest = {
  readonly repository: RepositoryRecord;
  readonly pull: PullRecord;
  readonly method: MergeMethod;
  readonly sha?: string | undefined;
  readonly title?: string | undefined;
  readonly message?: string | undefined;
};

export type Merge = MergeRequest & { readonly git: GitRepository; readonly base: string; readonly issue: IssueRecord };

const notMergeable = () => notAllowed("Pull Request is not mergeable");

/** Returns the SHA of the merge. 409 for a head that moved, 405 for any other refusal. */
export async function mergePull(hub: Hub, acting: Acting, request: MergeRequest): Promise<string> {
  const { repository, pull, method } = request;
  const git = hub.git(repository);
  const issue = theIssue(repository, pull.number);
  const base = git.refs.get(branchRef(pull.base.ref));
  if (issue.state === "closed" || base === undefined) throw notMergeable();
  if (pull.draft) throw notAllowed("Pull Request is still a draft");
  if (request.sha !== undefined && request.sha !== pull.head.sha) {
    throw conflict("Head branch was modified. Review and try the merge again.");
  }
  refuseMethod(hub, acting, repository, { pull, method });
  const refusal = refuseMerge(hub, acting, { repository, pull });
  if (refusal !== undefined) throw notAllowed(refusal);
  if (await isBehind(hub, acting, { repository, pull, base })) {
    throw notAllowed("Head branch is out of date. Review and try the merge again.");
  }
  const after = await makeMerge(hub, acting, { ...request, git, base, issue });
  await finishMerge(hub, acting, { repository, pull, before: base, after });
  return after;
}

/** Moves the base to the merge commit, whose parent is `before`, and records the pull request as merged. */
export async function finishMerge(hub: Hub, acting: Acting, made: MadeMerge): Promise<void> {
  const { repository, pull, after } = made;
  // Recorded first, because the push of the base must not find the pull request open.
  pull.mergedAt = hub.now();
  pull.mergedById = acting.user.id;
  pull.mergeCommitSha = after;
  await pushMerge(hub, acting, made);
  const { body } = theIssue(repository, pull.number);
  if (pull.base.ref === repository.defaultBranch) await closeIssues(hub, acting, repository, body ?? "");
  if (repository.settings.deleteBranchOnMerge) await deleteHead(hub, acting, pull);
}

type MadeMerge = {
  readonly repository: RepositoryRecord;
  readonly pull: PullRecord;
  readonly before: string;
  readonly after: string;
};

const REFUSED_METHOD: Readonly<Record<MergeMethod, string>> = {
  merge: "Merge commits are not allowed on this repository.",
  squash: "Squash merges are not allowed on this repository.",
  rebase: "Rebase merges are not allowed on this repository.",
};

function refuseMethod(
  hub: Hub,
  acting: Acting,
  repository: RepositoryRecord,
  { pull, method }: { readonly pull: PullRecord; readonly method: MergeMethod },
): void {
  const { settings } = repository;
  const allowed: Record<MergeMethod, boolean> = {
    merge: settings.allowMergeCommit,
    squash: settings.allowSquashMerge,
    rebase: settings.allowRebaseMerge,
  };
  const rules = branchRules(hub, acting, { repository, branch: pull.base.ref });
  if (!allowed[method] || (rules.mergeMethods !== null && !rules.mergeMethods.includes(method))) {
    throw notAllowed(REFUSED_METHOD[method]);
  }
  if (rules.linearHistory && method === "merge") throw notAllowed("This branch must not contain merge commits.");
}

/** Creates the merge commit without moving a ref to it. */
export async function makeMerge(hub: Hub, acting: Acting, merge: Merge): Promise<string> {
  const { git, base, pull, method } = merge;
  const committer = webFlowSignature(hub.now());
  if (method === "rebase") {
    const rebased = await rebaseCommits(git, base, pull.head.sha, committer);
    if (!rebased.ok) throw notAllowed("This branch can't be rebased");
    return rebased.sha;
  }
  const merged = await tryMerge(git, base, pull.head.sha);
  if (!merged.ok) throw notMergeable();
  const { title, message } = await defaultMessage(hub, merge);
  return git.writeCommit({
    tree: merged.tree,
    parents: method === "squash" ? [base] : [base, pull.head.sha],
    message: joinMessage(merge.title ?? title, merge.message ?? message),
    author: signatureOfAccount(acting.user, hub.now()),
    committer,
  });
}

const joinMessage = (title: string, message: string) => (message === "" ? title : `${title}\n\n${message}`);

/** GitHub's defaults. A squash concatenates the messages of the commits (decisions.md#github-actions). */
async function defaultMessage(hub: Hub, merge: Merge): Promise<{ title: string; message: string }> {
  const { git, pull, issue, method } = merge;
  if (method === "merge") {
    const owner =
      pull.head.repositoryId === null
        ? "unknown"
        : ownerOf(hub.state, theRepository(hub.state, pull.head.repositoryId)).login;
    return { title: `Merge pull request #${pull.number} from ${owner}/${pull.head.ref}`, message: issue.title };
  }
  const words = squashWords(merge.repository.settings);
  const shas = await pullCommits(git, pull);
  const messages = await Promise.all(shas.map(async (sha) => (await git.commit(sha))?.message.trimEnd() ?? ""));
  const [only = "", ...more] = messages;
  const [onlyTitle = "", ...rest] = only.split("\n");
  const isSingle = more.length === 0;
  const title = words.title === "COMMIT_OR_PR_TITLE" && isSingle ? onlyTitle : issue.title;
  const repeated = isSingle ? rest.join("\n").trim() : messages.map((text) => `* ${text}`).join("\n\n");
  const message = { COMMIT_MESSAGES: repeated, PR_BODY: issue.body ?? "", BLANK: "" }[words.message];
  return { title: `${title} (#${pull.number})`, message };
}

/** If the base cannot be moved, nothing is merged. */
async function pushMerge(hub: Hub, acting: Acting, made: MadeMerge): Promise<void> {
  const { repository, pull, before, after } = made;
  try {
    await applyRefUpdates(hub, acting, repository, [{ ref: branchRef(pull.base.ref), before, after, byMerge: true }]);
  } catch (error) {
    pull.mergedAt = null;
    pull.mergedById = null;
    pull.mergeCommitSha = null;
    throw error;
  }
  indexCommits(repository, pull, [after]);
  if (theIssue(repository, pull.number).state === "open") await closePull(hub, acting, { repository, pull });
}

async function deleteHead(hub: Hub, acting: Acting, { head }: PullRecord): Promise<void> {
  const repository = hub.state.repositories.get(head.repositoryId ?? 0);
  const before = repository === undefined ? undefined : hub.git(repository).refs.get(branchRef(head.ref));
  if (repository === undefined || before === undefined || head.ref === repository.defaultBranch) return;
  await applyRefUpdates(hub, acting, repository, [{ ref: branchRef(head.ref), before, after: ZERO_SHA }]);
}
