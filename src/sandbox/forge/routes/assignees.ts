import { z } from "zod";
import { acting, param, type RepositoryCall, readBody } from "../http/call.js";
import { notFound, unprocessable } from "../http/errors.js";
import { pageReply } from "../http/pagination.js";
import { created, noContent, ok, type Reply } from "../http/reply.js";
import { repositoryRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { findAccount } from "../lookup.js";
import { isAssignable, setAssignees } from "../operations/issues/label-and-assign.js";
import { simpleUser } from "../resources/account.js";
import { issueJson } from "../resources/issue.js";
import { writableIssue } from "./issues.js";

const ASSIGNEES = { permissions: ["issues:read"], role: "read" } as const;
const TRIAGE = { permissions: ["issues:write", "pull_requests:write"], role: "triage" } as const;

export const assigneesRoutes: readonly Route[] = [
  repositoryRoute("GET /repos/{owner}/{repo}/assignees", ASSIGNEES, (call) =>
    pageReply(call, assignable(call), (account) => simpleUser(call.hub, account)),
  ),
  repositoryRoute("GET /repos/{owner}/{repo}/assignees/{assignee}", ASSIGNEES, (call) => {
    const account = findAccount(call.hub.state, param(call, "assignee"));
    if (account === undefined || !isAssignable(call.hub, call.repository, account.id)) throw notFound();
    return noContent();
  }),
  repositoryRoute("POST /repos/{owner}/{repo}/issues/{issue_number}/assignees", TRIAGE, (call) =>
    changeAssignees(call, (known, named) => [...known, ...named]),
  ),
  repositoryRoute("DELETE /repos/{owner}/{repo}/issues/{issue_number}/assignees", TRIAGE, (call) =>
    changeAssignees(call, (known, named) => known.filter((login) => !named.includes(login))),
  ),
];

function assignable({ hub, repository }: RepositoryCall) {
  return [...hub.state.accounts.values()].filter(
    ({ id, type }) => type === "User" && isAssignable(hub, repository, id),
  );
}

const MAX_ASSIGNEES = 10;

async function changeAssignees(
  call: RepositoryCall,
  change: (known: readonly string[], named: readonly string[]) => readonly string[],
): Promise<Reply> {
  const { hub, repository } = call;
  const issue = writableIssue(call);
  const { assignees = [] } = readBody(call, z.looseObject({ assignees: z.array(z.string()).optional() }));
  const known = issue.assigneeIds.flatMap((id) => hub.state.accounts.get(id)?.login ?? []);
  const logins = change(known, assignees);
  if (new Set(logins).size > MAX_ASSIGNEES) throw unprocessable(`An issue has at most ${MAX_ASSIGNEES} assignees.`);
  await setAssignees(hub, acting(call), { repository, issue, logins });
  const status = call.method === "POST" ? created : ok;
  return status(issueJson(hub, repository, issue));
}
