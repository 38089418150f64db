import type { Acting } from "../../context.js";
import type { Hub } from "../../hub.js";
import type { IssueRecord } from "../../records/issue.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { announceIssue } from "../announce/announce-issue.js";

/** Deletes an issue for good with all its comments. Its number is never used again and answers 410. */
export async function deleteIssue(
  hub: Hub,
  acting: Acting,
  { repository, issue }: { readonly repository: RepositoryRecord; readonly issue: IssueRecord },
): Promise<void> {
  for (const id of issue.commentIds) {
    repository.comments.delete(id);
    repository.minimized.delete(id);
  }
  repository.issues.delete(issue.number);
  repository.labelEvents.delete(issue.number);
  repository.deletedIssues.set(issue.number, hub.now());
  if (issue.state === "open") repository.openIssueCount -= 1;
  await announceIssue(hub, acting, { repository, issue, action: "deleted" });
}
