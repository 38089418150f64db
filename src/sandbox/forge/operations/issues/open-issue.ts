import { type Acting, viaWhom } from "../../context.js";
import type { Hub } from "../../hub.js";
import type { IssueRecord } from "../../records/issue.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { announceIssue } from "../announce/announce-issue.js";
import { announceAssignees, announceLabels, assigneeIdsOf, labelIdsOf } from "./label-and-assign.js";

export type NewIssue = { readonly title: string; readonly body: string | null; readonly isPull: boolean };

/** Creates the record only. `openIssue` and `openPull` announce it. */
export function addIssue(hub: Hub, acting: Acting, repository: RepositoryRecord, issue: NewIssue): IssueRecord {
  const now = hub.now();
  repository.lastNumber += 1;
  const record: IssueRecord = {
    id: hub.nextId(),
    number: repository.lastNumber,
    userId: acting.user.id,
    ...viaWhom(acting),
    isPull: issue.isPull,
    title: issue.title,
    body: issue.body,
    state: "open",
    stateReason: null,
    labelIds: [],
    assigneeIds: [],
    locked: false,
    lockReason: null,
    closedById: null,
    closedAt: null,
    createdAt: now,
    updatedAt: now,
    lastEditedAt: null,
    commentIds: [],
    reactions: [],
  };
  repository.issues.set(record.number, record);
  repository.openIssueCount += 1;
  return record;
}

export async function openIssue(
  hub: Hub,
  acting: Acting,
  repository: RepositoryRecord,
  issue: Omit<NewIssue, "isPull"> & { readonly labels: readonly string[]; readonly assignees: readonly string[] },
): Promise<IssueRecord> {
  const labels = await labelIdsOf(hub, acting, repository, issue.labels);
  const assignees = assigneeIdsOf(hub, repository, issue.assignees);
  const record = addIssue(hub, acting, repository, { ...issue, isPull: false });
  // The opened event already shows the labels. Their own events follow.
  record.labelIds = labels;
  record.assigneeIds = assignees;
  await announceIssue(hub, acting, { repository, issue: record, action: "opened" });
  await announceLabels(hub, acting, { repository, issue: record, action: "labeled", ids: labels });
  await announceAssignees(hub, acting, { repository, issue: record, action: "assigned", ids: assignees });
  return record;
}
