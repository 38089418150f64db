import type { Acting } from "../../context.js";
import { checkBody, checkTitle } from "../../http/bodies.js";
import type { Hub } from "../../hub.js";
import type { IssueRecord } from "../../records/issue.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { announceIssue } from "../announce/announce-issue.js";

export type Edit = {
  readonly repository: RepositoryRecord;
  readonly issue: IssueRecord;
  readonly title: string | undefined;
  readonly body: string | null | undefined;
};

/** Sets the title or body of an issue or pull request. An unchanged text is no edit. */
export async function editIssue(hub: Hub, acting: Acting, { repository, issue, title, body }: Edit): Promise<void> {
  const resource = issue.isPull ? "PullRequest" : "Issue";
  if (title !== undefined) checkTitle(resource, title);
  checkBody(resource, body);
  const changes: Record<string, { from: string }> = {};
  if (title !== undefined && title !== issue.title) {
    changes.title = { from: issue.title };
    const rename = { id: hub.nextId(), actorId: acting.user.id, createdAt: hub.now(), from: issue.title, to: title };
    issue.renames = [...(issue.renames ?? []), rename];
    issue.title = title;
  }
  if (body !== undefined && body !== issue.body) {
    changes.body = { from: issue.body ?? "" };
    issue.body = body;
    issue.lastEditedAt = hub.now();
    issue.editedById = acting.user.id;
  }
  if (Object.keys(changes).length === 0) return;
  issue.updatedAt = hub.now();
  await announceIssue(hub, acting, { repository, issue, action: "edited", extra: { changes } });
}
