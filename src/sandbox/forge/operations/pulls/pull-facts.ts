/** Facts of one pull request from git. All answers are cached by object names. */
import type { Acting } from "../../context.js";
import { diffTrees, type FileDiff } from "../../git/diff.js";
import type { GitRepository } from "../../git/git-repository.js";
import { commitsBetween, mergeBase } from "../../git/history.js";
import { type MergedTree, mergeTrees } from "../../git/merge.js";
import type { Hub } from "../../hub.js";
import { theIssue } from "../../lookup.js";
import type { PullRecord } from "../../records/pull.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { branchRef } from "../../ref-names.js";
import type { PullFacts } from "../../resources/pull.js";
import { checkResults } from "../checks/check-results.js";
import { isBehind, refuseMerge } from "./merge-demands.js";
import { keepTestMerge } from "./test-merge.js";

/** The changes of the pull request, from the merge base to its head. */
export function pullFiles(git: GitRepository, pull: PullRecord): Promise<FileDiff[]> {
  const { base, head } = pull;
  return git.remembered(`files ${base.sha} ${head.sha}`, async () =>
    diffTrees(git.directory, (await mergeBase(git, base.sha, head.sha)) ?? base.sha, head.sha),
  );
}

export function pullCommits(git: GitRepository, { base, head }: PullRecord): Promise<string[]> {
  return commitsOf(git, base.sha, head.sha);
}

export function commitsOf(git: GitRepository, base: string, head: string): Promise<string[]> {
  return git.remembered(`commits ${base} ${head}`, () => commitsBetween(git, base, head));
}

export function tryMerge(git: GitRepository, base: string, head: string): Promise<MergedTree> {
  return git.remembered(`merge ${base} ${head}`, () => mergeTrees(git, base, head));
}

export async function pullFacts(
  hub: Hub,
  acting: Acting | undefined,
  at: { readonly repository: RepositoryRecord; readonly pull: PullRecord },
): Promise<PullFacts> {
  const { repository, pull } = at;
  const git = hub.git(repository);
  const [files, commits] = await Promise.all([pullFiles(git, pull), pullCommits(git, pull)]);
  return {
    ...(await mergeability(hub, acting, { repository, pull })),
    commits: commits.length,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    changedFiles: files.length,
  };
}

const UNKNOWN = { mergeable: null, rebaseable: null, mergeableState: "unknown" };

async function mergeability(
  hub: Hub,
  acting: Acting | undefined,
  { repository, pull }: { readonly repository: RepositoryRecord; readonly pull: PullRecord },
): Promise<Pick<PullFacts, "mergeable" | "rebaseable" | "mergeableState">> {
  const git = hub.git(repository);
  const tip = git.refs.get(branchRef(pull.base.ref));
  if (theIssue(repository, pull.number).state === "closed" || tip === undefined) return UNKNOWN;
  const firstQuestion = !git.isRemembered(`merge ${tip} ${pull.head.sha}`);
  const merge = tryMerge(git, tip, pull.head.sha);
  if (hub.mergeability === "lazy" && firstQuestion) return UNKNOWN;
  const merged = await merge;
  const mergeable = merged.ok;
  if (merged.ok) await keepTestMerge(hub, { repository, pull, base: tip, tree: merged.tree });
  else pull.mergeCommitSha = null;
  return { mergeable, rebaseable: mergeable, mergeableState: await stateOf(tip) };

  async function stateOf(base: string): Promise<string> {
    if (!mergeable) return "dirty";
    if (pull.draft) return "draft";
    if (acting !== undefined && refuseMerge(hub, acting, { repository, pull }) !== undefined) return "blocked";
    if (acting !== undefined && (await isBehind(hub, acting, { repository, pull, base }))) return "behind";
    const results = checkResults(repository, pull.head.sha);
    return results.every(({ state }) => state === "success") ? "clean" : "unstable";
  }
}
