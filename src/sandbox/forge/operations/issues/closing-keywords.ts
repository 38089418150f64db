/** "Fixes #12" on the default branch closes issue 12. */
import type { Acting } from "../../context.js";
import { type RefUpdate, ZERO_SHA } from "../../git/git-repository.js";
import { commitsBetween } from "../../git/history.js";
import type { Hub } from "../../hub.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { setIssueState } from "./set-issue-state.js";

const KEYWORD = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+#(\d+)\b/gi;

export function issuesNamedIn(text: string): number[] {
  return [...text.matchAll(KEYWORD)].map((match) => Number(match[1]));
}

/** Closes the issues that new commit messages name. */
export async function closeIssuesNamedIn(
  hub: Hub,
  acting: Acting,
  repository: RepositoryRecord,
  { before, after }: RefUpdate,
): Promise<void> {
  if (before === ZERO_SHA || after === ZERO_SHA) return;
  const git = hub.git(repository);
  for (const sha of await commitsBetween(git, before, after)) {
    await closeIssues(hub, acting, repository, (await git.commit(sha))?.message ?? "");
  }
}

export async function closeIssues(hub: Hub, acting: Acting, repository: RepositoryRecord, text: string): Promise<void> {
  for (const number of issuesNamedIn(text)) {
    const issue = repository.issues.get(number);
    if (issue === undefined || issue.isPull || issue.state === "closed") continue;
    await setIssueState(hub, acting, { repository, issue, state: "closed", reason: "completed" });
  }
}
