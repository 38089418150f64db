/** Issues, and the issue half of pull requests. */
import { z } from "zod";
import { requirePermission } from "../http/access.js";
import { checkBody, checkTitle } from "../http/bodies.js";
import { acting, param, query, type RepositoryCall, readBody } from "../http/call.js";
import { GitHubError } from "../http/errors.js";
import { pageReply } from "../http/pagination.js";
import { created, noContent, ok, type Reply } from "../http/reply.js";
import { repositoryRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { findAccount, roleOf, theIssue } from "../lookup.js";
import { announceIssue } from "../operations/announce/announce-issue.js";
import { editIssue } from "../operations/issues/edit-issue.js";
import { setAssignees, setLabels } from "../operations/issues/label-and-assign.js";
import { openIssue } from "../operations/issues/open-issue.js";
import { setIssueState } from "../operations/issues/set-issue-state.js";
import { roleAtLeast } from "../records/account.js";
import type { IssueRecord } from "../records/issue.js";
import type { RepositoryRecord } from "../records/repository.js";
import { fullIssue, issueJson } from "../resources/issue.js";

const READ = { permissions: ["issues:read", "pull_requests:read"], role: "read" } as const;
const OPEN = { permissions: ["issues:write"], role: "read" } as const;
const WRITE = { permissions: ["issues:write", "pull_requests:write"], role: "read" } as const;
const TRIAGE = { permissions: ["issues:write", "pull_requests:write"], role: "triage" } as const;

export const issuesRoutes: readonly Route[] = [
  repositoryRoute("GET /repos/{owner}/{repo}/issues", READ, listIssues),
  repositoryRoute("POST /repos/{owner}/{repo}/issues", OPEN, createIssue),
  repositoryRoute("GET /repos/{owner}/{repo}/issues/{issue_number}", READ, (call) =>
    ok(fullIssue(call.hub, call.repository, readableIssue(call))),
  ),
  repositoryRoute("PATCH /repos/{owner}/{repo}/issues/{issue_number}", WRITE, changeIssue),
  repositoryRoute("PUT /repos/{owner}/{repo}/issues/{issue_number}/lock", TRIAGE, (call) => setLocked(call, true)),
  repositoryRoute("DELETE /repos/{owner}/{repo}/issues/{issue_number}/lock", TRIAGE, (call) => setLocked(call, false)),
];

/** An App needs the permission for the kind of object behind the number: an issue or a pull request. */
export function writableIssue(call: RepositoryCall): IssueRecord {
  const issue = theIssue(call.repository, param(call, "issue_number"));
  requirePermission(call.hub, call.caller, issue.isPull ? ["pull_requests:write", "issues:write"] : ["issues:write"]);
  return issue;
}

export function readableIssue(call: RepositoryCall): IssueRecord {
  const issue = theIssue(call.repository, param(call, "issue_number"));
  requirePermission(call.hub, call.caller, issue.isPull ? ["pull_requests:read", "issues:read"] : ["issues:read"]);
  return issue;
}

function listIssues(call: RepositoryCall): Promise<Reply> {
  const { hub, repository } = call;
  const found = [...repository.issues.values()].filter(issueFilter(call));
  return pageReply(call, sorted(found, call), (issue) => issueJson(hub, repository, issue));
}

function issueFilter(call: RepositoryCall): (issue: IssueRecord) => boolean {
  const { hub, repository } = call;
  const state = query(call, "state") ?? "open";
  const since = query(call, "since");
  const labels = (query(call, "labels") ?? "").split(",").filter((name) => name !== "");
  const accountId = (name: string) => findAccount(hub.state, query(call, name) ?? "")?.id;
  const creator = accountId("creator");
  const assignee = accountId("assignee");
  return (issue) =>
    (state === "all" || issue.state === state) &&
    (since === undefined || Date.parse(issue.updatedAt) >= Date.parse(since)) &&
    (query(call, "creator") === undefined || issue.userId === creator) &&
    matchesAssignee(issue, query(call, "assignee"), assignee) &&
    labels.every((name) => hasLabel(repository, issue, name));
}

function matchesAssignee(issue: IssueRecord, requested: string | undefined, id: number | undefined): boolean {
  if (requested === undefined) return true;
  if (requested === "none") return issue.assigneeIds.length === 0;
  if (requested === "*") return issue.assigneeIds.length > 0;
  return id !== undefined && issue.assigneeIds.includes(id);
}

function hasLabel(repository: RepositoryRecord, issue: IssueRecord, name: string): boolean {
  return issue.labelIds.some((id) => repository.labels.get(id)?.name.toLowerCase() === name.toLowerCase());
}

/** Sorted by creation by default. Records are kept in that order. */
function sorted(issues: IssueRecord[], call: RepositoryCall): IssueRecord[] {
  const by = query(call, "sort") ?? "created";
  const key = (issue: IssueRecord) => (by === "comments" ? issue.commentIds.length : Date.parse(issue.updatedAt));
  const ascending = by === "created" ? issues : issues.toSorted((a, b) => key(a) - key(b) || a.number - b.number);
  return query(call, "direction") === "asc" ? ascending : ascending.toReversed();
}

const Labels = z.array(z.union([z.string(), z.looseObject({ name: z.string() })]));
export const labelNames = (labels: z.infer<typeof Labels>) =>
  labels.map((label) => (typeof label === "string" ? label : label.name));

const NewIssue = z.looseObject({
  title: z.union([z.string(), z.number()]),
  body: z.string().nullish(),
  labels: Labels.optional(),
  assignees: z.array(z.string()).optional(),
  assignee: z.string().nullish(),
});

/** Labels and assignees from people without triage rights are dropped, as GitHub documents. */
async function createIssue(call: RepositoryCall): Promise<Reply> {
  const { hub, repository, caller } = call;
  if (!repository.settings.hasIssues) throw new GitHubError(410, "Issues are disabled for this repo");
  const { title, body = null, labels = [], assignees, assignee } = readBody(call, NewIssue);
  checkTitle("Issue", String(title));
  checkBody("Issue", body);
  const mayTriage = caller.kind !== "user" || roleAtLeast(roleOf(hub.state, repository, caller.user.id), "triage");
  const issue = await openIssue(hub, acting(call), repository, {
    title: String(title),
    body,
    labels: mayTriage ? labelNames(labels) : [],
    assignees: mayTriage ? (assignees ?? (assignee == null ? [] : [assignee])) : [],
  });
  return created(fullIssue(hub, repository, issue));
}

const Change = z.looseObject({
  title: z.union([z.string(), z.number()]).nullish(),
  body: z.string().nullish(),
  state: z.enum(["open", "closed"]).optional(),
  state_reason: z.enum(["completed", "not_planned", "duplicate", "reopened"]).nullish(),
  labels: Labels.optional(),
  assignees: z.array(z.string()).optional(),
});

async function changeIssue(call: RepositoryCall): Promise<Reply> {
  const { hub, repository } = call;
  const issue = writableIssue(call);
  refuseForeigner(call, issue);
  const { title, body, state, state_reason, labels, assignees } = readBody(call, Change);
  await editIssue(hub, acting(call), { repository, issue, title: title == null ? undefined : String(title), body });
  if (state !== undefined) {
    const reason = state_reason === undefined ? {} : { reason: state_reason };
    await setIssueState(hub, acting(call), { repository, issue, state, ...reason });
  }
  if (labels !== undefined) await setLabels(hub, acting(call), { repository, issue, names: labelNames(labels) });
  if (assignees !== undefined) await setAssignees(hub, acting(call), { repository, issue, logins: assignees });
  return ok(fullIssue(hub, repository, issue));
}

/** The author may change an issue. Anyone else needs triage rights. */
export function refuseForeigner(
  { hub, caller, repository }: Pick<RepositoryCall, "hub" | "caller" | "repository">,
  own: { readonly userId: number },
): void {
  if (caller.kind !== "user" || caller.user.id === own.userId) return;
  if (!roleAtLeast(roleOf(hub.state, repository, caller.user.id), "triage")) {
    throw new GitHubError(403, "Must have admin rights to Repository.");
  }
}

const LockReason = z.looseObject({ lock_reason: z.enum(["off-topic", "too heated", "resolved", "spam"]).optional() });

async function setLocked(call: RepositoryCall, locked: boolean): Promise<Reply> {
  const { hub, repository } = call;
  const issue = writableIssue(call);
  issue.lockReason = locked ? (readBody(call, LockReason).lock_reason ?? null) : null;
  issue.locked = locked;
  await announceIssue(hub, acting(call), { repository, issue, action: locked ? "locked" : "unlocked" });
  return noContent();
}
