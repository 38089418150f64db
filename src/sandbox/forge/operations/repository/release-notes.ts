import { commitsBetween } from "../../git/history.js";
import { GitHubError } from "../../http/errors.js";
import type { Hub } from "../../hub.js";
import { fullName, theAccount, theIssue } from "../../lookup.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { resolveCommit } from "../../resolve.js";
import { latestRelease } from "./publish-release.js";

export type RequestedNotes = {
  readonly tagName: string;
  readonly targetCommitish: string;
  readonly previousTagName?: string | undefined;
};

/** The pull requests merged since the previous release, as GitHub words it. */
export async function releaseNotes(
  hub: Hub,
  repository: RepositoryRecord,
  requested: RequestedNotes,
): Promise<{ name: string; body: string }> {
  const git = hub.git(repository);
  const { tagName, targetCommitish } = requested;
  const previous = requested.previousTagName ?? latestRelease(repository)?.tagName;
  const find = (name: string) => resolveCommit(git, name, repository.defaultBranch);
  const target = (await find(tagName)) ?? (await find(targetCommitish));
  const base = previous === undefined ? undefined : await find(previous);
  if (target === undefined) throw new GitHubError(422, "Invalid target_commitish parameter");
  if (previous !== undefined && base === undefined) throw new GitHubError(422, "Invalid previous_tag parameter");
  const page = hub.urls.html(`/${fullName(hub.state, repository)}`);
  const commits = base === undefined ? undefined : new Set(await commitsBetween(git, base.sha, target.sha));
  const merged = [...repository.pulls.values()].filter(
    ({ mergedAt, mergeCommitSha }) => mergedAt !== null && (commits === undefined || commits.has(mergeCommitSha ?? "")),
  );
  const lines = merged.map(({ number }) => {
    const { title, userId } = theIssue(repository, number);
    return `* ${title} by @${theAccount(hub.state, userId).login} in ${page}/pull/${number}`;
  });
  const changes = lines.length === 0 ? [] : ["## What's Changed", ...lines, "", ""];
  const range = base === undefined ? `${page}/commits/${tagName}` : `${page}/compare/${previous}...${tagName}`;
  return { name: tagName, body: [...changes, `**Full Changelog**: ${range}`].join("\n") };
}
