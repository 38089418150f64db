/** Labels and assignees of issues and pull requests. Every difference is one event. */
import type { Acting } from "../../context.js";
import type { Hub } from "../../hub.js";
import { findAccount, findLabel, roleOf, theAccount } from "../../lookup.js";
import type { IssueRecord, LabelRecord } from "../../records/issue.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { simpleUser } from "../../resources/account.js";
import { labelJson } from "../../resources/issue.js";
import { publish } from "../../webhooks/events.js";
import { announceIssue } from "../announce/announce-issue.js";

type OnIssue = { readonly repository: RepositoryRecord; readonly issue: IssueRecord };

/** GitHub's colour of a label that is created by its first use. */
const DEFAULT_COLOR = "ededed";

export async function createLabel(
  hub: Hub,
  acting: Acting,
  repository: RepositoryRecord,
  label: {
    readonly name: string;
    readonly color?: string | undefined;
    readonly description?: string | null | undefined;
  },
): Promise<LabelRecord> {
  const { name, color = DEFAULT_COLOR, description = null } = label;
  const record: LabelRecord = { id: hub.nextId(), name, color, description };
  repository.labels.set(record.id, record);
  const payload = () => ({ label: labelJson(hub, repository, record) });
  await publish(hub, acting, { name: "label", action: "created", repository, payload });
  return record;
}

/** Sets exactly these labels. Unknown names become new labels. */
export async function setLabels(
  hub: Hub,
  acting: Acting,
  { repository, issue, names }: OnIssue & { readonly names: readonly string[] },
): Promise<void> {
  const requested = await labelIdsOf(hub, acting, repository, names);
  const before = issue.labelIds;
  issue.labelIds = requested;
  await announceLabels(hub, acting, {
    repository,
    issue,
    action: "unlabeled",
    ids: before.filter((id) => !requested.includes(id)),
  });
  await announceLabels(hub, acting, {
    repository,
    issue,
    action: "labeled",
    ids: requested.filter((id) => !before.includes(id)),
  });
}

export async function labelIdsOf(
  hub: Hub,
  acting: Acting,
  repository: RepositoryRecord,
  names: readonly string[],
): Promise<number[]> {
  const ids = new Set<number>();
  for (const name of names) {
    ids.add((findLabel(repository, name) ?? (await createLabel(hub, acting, repository, { name }))).id);
  }
  return [...ids];
}

type LabelNews = OnIssue & { readonly action: "labeled" | "unlabeled"; readonly ids: readonly number[] };

export async function announceLabels(
  hub: Hub,
  acting: Acting,
  { repository, issue, action, ids }: LabelNews,
): Promise<void> {
  for (const id of ids) {
    const label = repository.labels.get(id);
    issue.updatedAt = hub.now();
    if (label === undefined) continue;
    noteLabelEvent(hub, acting, { repository, issue, action, labelId: id });
    const extra = { label: labelJson(hub, repository, label) };
    await announceIssue(hub, acting, { repository, issue, action, extra });
  }
}

/** Records who did it. GraphQL's `timelineItems` shows it. */
function noteLabelEvent(
  hub: Hub,
  acting: Acting,
  { repository, issue, action, labelId }: OnIssue & Pick<LabelNews, "action"> & { readonly labelId: number },
): void {
  const known = repository.labelEvents.get(issue.number) ?? [];
  const event = { id: hub.nextId(), action, actorId: acting.user.id, labelId, createdAt: hub.now() };
  repository.labelEvents.set(issue.number, [...known, event]);
}

export const isAssignable = (hub: Hub, repository: RepositoryRecord, userId: number): boolean =>
  repository.collaborators.has(userId) || roleOf(hub.state, repository, userId) === "admin";

/** Sets exactly these assignees. People without access are left out, like on GitHub. */
export async function setAssignees(
  hub: Hub,
  acting: Acting,
  { repository, issue, logins }: OnIssue & { readonly logins: readonly string[] },
): Promise<void> {
  const before = issue.assigneeIds;
  const requested = assigneeIdsOf(hub, repository, logins);
  issue.assigneeIds = requested;
  await announceAssignees(hub, acting, {
    repository,
    issue,
    action: "unassigned",
    ids: before.filter((id) => !requested.includes(id)),
  });
  await announceAssignees(hub, acting, {
    repository,
    issue,
    action: "assigned",
    ids: requested.filter((id) => !before.includes(id)),
  });
}

export function assigneeIdsOf(hub: Hub, repository: RepositoryRecord, logins: readonly string[]): number[] {
  const accounts = logins.flatMap((login) => findAccount(hub.state, login) ?? []);
  return [...new Set(accounts.map(({ id }) => id))].filter((id) => isAssignable(hub, repository, id));
}

type AssigneeNews = OnIssue & { readonly action: "assigned" | "unassigned"; readonly ids: readonly number[] };

export async function announceAssignees(
  hub: Hub,
  acting: Acting,
  { repository, issue, action, ids }: AssigneeNews,
): Promise<void> {
  for (const id of ids) {
    issue.updatedAt = hub.now();
    const extra = { assignee: simpleUser(hub, theAccount(hub.state, id)) };
    await announceIssue(hub, acting, { repository, issue, action, extra });
  }
}
