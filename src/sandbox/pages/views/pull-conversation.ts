import { theIssue } from "../../forge/lookup.js";
import { pullCommits } from "../../forge/operations/pulls/pull-facts.js";
import type { PullRecord } from "../../forge/records/pull.js";
import { html } from "../html.js";
import type { Moved, Page } from "../layout.js";
import { commentForm } from "../parts/comment-form.js";
import { eventLine } from "../parts/event-line.js";
import { issueSide } from "../parts/issue-side.js";
import { mergeBox } from "../parts/merge-box.js";
import { reviewEntries } from "../parts/review-entries.js";
import { reviewForm } from "../parts/review-form.js";
import { closingEntries, commentEntries, labelEntries, type TimelineEntry, timeline } from "../parts/timeline.js";
import type { RepositoryVisit } from "../visit.js";
import { openingCard } from "./issue.js";
import { inPull, type OnPull, pullAt } from "./pull-frame.js";

export async function pullConversationPage(visit: RepositoryVisit, number: string): Promise<Page | Moved> {
  const issue = theIssue(visit.repository, number);
  if (!issue.isPull) return { movedTo: visit.urls.issue(visit.owner, visit.name, issue.number) };
  const on = pullAt(visit, number);
  const entries = [
    ...(await commitEntries(visit, on)),
    ...commentEntries(visit, issue),
    ...labelEntries(visit, issue),
    ...(await reviewEntries(visit, on.pull)),
    ...closingEntries(visit, issue, mergedWords(visit, on)),
  ];
  const content = html`<div class="columns"><div class="conversation">${openingCard(visit, issue)}${timeline(entries)}${await mergeBox(visit, on)}${commentForm(visit, issue, on.pull.mergedAt !== null)}${reviewForm(visit, on)}</div>
<aside>${issueSide(visit, issue)}</aside></div>`;
  return inPull(visit, on, { tab: "conversation", content });
}

async function commitEntries(visit: RepositoryVisit, { pull }: OnPull): Promise<TimelineEntry[]> {
  const { git, urls, owner, name } = visit;
  const shas = await pullCommits(git, pull);
  const commits = await Promise.all(shas.map((sha) => git.commit(sha)));
  return commits.flatMap((commit, index) => {
    if (commit === undefined) return [];
    const { sha, message, committer } = commit;
    const words = html`<a href="${urls.commit(owner, name, sha)}">${message.split("\n")[0]}</a> <code>${sha.slice(0, 7)}</code>`;
    const line = eventLine(visit, { id: `commit-${sha}`, sign: "commit", words, at: committer.date });
    return [{ at: committer.date, id: arrivalOf(shas, index, pull) ?? index, markup: line }];
  });
}

/** A commit has the time of the first head that contains it. Commits that were pushed away are not shown. */
function arrivalOf(shas: readonly string[], index: number, { heads = [] }: PullRecord): number | undefined {
  return heads.find(({ sha }) => shas.indexOf(sha) >= index)?.id;
}

function mergedWords({ urls, owner, name }: RepositoryVisit, { pull }: OnPull) {
  if (pull.mergedAt === null || pull.mergeCommitSha === null) return undefined;
  const sha = pull.mergeCommitSha;
  return html`merged this as <a href="${urls.commit(owner, name, sha)}"><code>${sha.slice(0, 7)}</code></a>`;
}
