import { z } from "zod";
import { acting, param, type RepositoryCall, readBody } from "../http/call.js";
import { notFound, validationFailed } from "../http/errors.js";
import { pageReply } from "../http/pagination.js";
import { created, noContent, ok, type Reply } from "../http/reply.js";
import { repositoryRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { findLabel } from "../lookup.js";
import { createLabel, setLabels } from "../operations/issues/label-and-assign.js";
import type { IssueRecord, LabelRecord } from "../records/issue.js";
import { labelJson, labelsOf } from "../resources/issue.js";
import { publish } from "../webhooks/events.js";
import { labelNames, readableIssue, writableIssue } from "./issues.js";

const READ = { permissions: ["issues:read", "pull_requests:read"], role: "read" } as const;
const WRITE = { permissions: ["issues:write", "pull_requests:write"], role: "triage" } as const;
const MANAGE = { permissions: ["issues:write", "pull_requests:write"], role: "write" } as const;

export const labelsRoutes: readonly Route[] = [
  repositoryRoute("GET /repos/{owner}/{repo}/labels", READ, (call) =>
    pageReply(call, [...call.repository.labels.values()], (label) => labelJson(call.hub, call.repository, label)),
  ),
  repositoryRoute("POST /repos/{owner}/{repo}/labels", MANAGE, newLabel),
  repositoryRoute("GET /repos/{owner}/{repo}/labels/{name}", READ, (call) =>
    ok(labelJson(call.hub, call.repository, theLabel(call))),
  ),
  repositoryRoute("DELETE /repos/{owner}/{repo}/labels/{name}", MANAGE, deleteLabel),
  repositoryRoute("GET /repos/{owner}/{repo}/issues/{issue_number}/labels", READ, (call) =>
    pageReply(call, labelsOf(call.hub, call.repository, readableIssue(call)), (label) => label),
  ),
  repositoryRoute("POST /repos/{owner}/{repo}/issues/{issue_number}/labels", WRITE, (call) => {
    const issue = writableIssue(call);
    return applyLabels(call, issue, [...namesOf(call, issue), ...readLabels(call)]);
  }),
  repositoryRoute("DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels", WRITE, async (call) => {
    await applyLabels(call, writableIssue(call), []);
    return noContent();
  }),
  repositoryRoute("DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}", WRITE, (call) => {
    const issue = writableIssue(call);
    const names = namesOf(call, issue);
    const requested = param(call, "name").toLowerCase();
    if (!names.some((name) => name.toLowerCase() === requested)) throw notFound();
    return applyLabels(
      call,
      issue,
      names.filter((name) => name.toLowerCase() !== requested),
    );
  }),
];

function theLabel(call: RepositoryCall): LabelRecord {
  const label = findLabel(call.repository, param(call, "name"));
  if (label === undefined) throw notFound();
  return label;
}

const Color = z.string().regex(/^[0-9a-fA-F]{6}$/, "must be six hexadecimal digits without #");
const MAX_DESCRIPTION = 100;
const NewLabel = z.looseObject({
  name: z.string().min(1).max(50),
  color: Color.optional(),
  description: z.string().max(MAX_DESCRIPTION).nullish(),
});

const taken = () => validationFailed({ resource: "Label", code: "already_exists", field: "name" });

async function newLabel(call: RepositoryCall): Promise<Reply> {
  const { name, color, description } = readBody(call, NewLabel);
  if (findLabel(call.repository, name) !== undefined) throw taken();
  const label = await createLabel(call.hub, acting(call), call.repository, { name, color, description });
  return created(labelJson(call.hub, call.repository, label));
}

async function deleteLabel(call: RepositoryCall): Promise<Reply> {
  const { hub, repository } = call;
  const label = theLabel(call);
  for (const issue of repository.issues.values()) {
    if (issue.labelIds.includes(label.id)) issue.labelIds = issue.labelIds.filter((id) => id !== label.id);
  }
  repository.labels.delete(label.id);
  const payload = () => ({ label: labelJson(hub, repository, label) });
  await publish(hub, acting(call), { name: "label", action: "deleted", repository, payload });
  return noContent();
}

const namesOf = ({ repository }: RepositoryCall, issue: IssueRecord) =>
  issue.labelIds.flatMap((id) => repository.labels.get(id)?.name ?? []);

const LabelList = z.array(z.union([z.string(), z.looseObject({ name: z.string() })]));
const LabelBody = z.union([z.looseObject({ labels: LabelList.optional() }), LabelList, z.string()]);

/** GitHub accepts `{labels: [...]}`, a bare array, or one name. */
function readLabels(call: RepositoryCall): string[] {
  const body = readBody(call, LabelBody);
  if (typeof body === "string") return [body];
  return labelNames(Array.isArray(body) ? body : (body.labels ?? []));
}

async function applyLabels(call: RepositoryCall, issue: IssueRecord, names: readonly string[]): Promise<Reply> {
  const { hub, repository } = call;
  await setLabels(hub, acting(call), { repository, issue, names });
  return ok(labelsOf(hub, repository, issue));
}
