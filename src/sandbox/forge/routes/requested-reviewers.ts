/** The requested reviewers of a pull request. */
import { z } from "zod";
import { acting, param, type RepositoryCall, readBody } from "../http/call.js";
import { unprocessable } from "../http/errors.js";
import { created, ok, type Reply } from "../http/reply.js";
import { repositoryRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { findAccount, fullName, theAccount, theIssue, thePull } from "../lookup.js";
import { announcePull } from "../operations/announce/announce-pull.js";
import { isAssignable } from "../operations/issues/label-and-assign.js";
import type { PullRecord } from "../records/pull.js";
import { simpleUser } from "../resources/account.js";
import { pullSimple } from "../resources/pull.js";

const READ = { permissions: ["pull_requests:read"], role: "read" } as const;
const WRITE = { permissions: ["pull_requests:write"], role: "read" } as const;
const PATH = "/repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers";

export const requestedReviewersRoutes: readonly Route[] = [
  repositoryRoute(`GET ${PATH}`, READ, (call) => {
    const users = pullOf(call).requestedReviewerIds.map((id) => simpleUser(call.hub, theAccount(call.hub.state, id)));
    return ok({ users, teams: [] });
  }),
  repositoryRoute(`POST ${PATH}`, WRITE, requestReviewers),
  repositoryRoute(`DELETE ${PATH}`, WRITE, unrequestReviewers),
];

const pullOf = (call: RepositoryCall): PullRecord => thePull(call.repository, param(call, "pull_number"));

const Reviewers = z.looseObject({
  reviewers: z.array(z.string()).default([]),
  team_reviewers: z.array(z.string()).default([]),
});

async function requestReviewers(call: RepositoryCall): Promise<Reply> {
  const { hub, repository } = call;
  const pull = pullOf(call);
  const { reviewers } = readBody(call, Reviewers);
  const author = theIssue(repository, pull.number).userId;
  const accounts = reviewers.map((login) => {
    const account = findAccount(hub.state, login);
    if (account?.id === author) throw unprocessable("Review cannot be requested from pull request author.");
    if (account === undefined || !isAssignable(hub, repository, account.id)) {
      throw unprocessable(
        `Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the ${fullName(hub.state, repository)} repository.`,
      );
    }
    return account;
  });
  for (const account of accounts) {
    if (pull.requestedReviewerIds.includes(account.id)) continue;
    pull.requestedReviewerIds.push(account.id);
    const extra = { requested_reviewer: simpleUser(hub, account) };
    await announcePull(hub, acting(call), { repository, pull, action: "review_requested", extra });
  }
  return created(pullSimple(hub, repository, pull));
}

async function unrequestReviewers(call: RepositoryCall): Promise<Reply> {
  const { hub, repository } = call;
  const pull = pullOf(call);
  for (const login of readBody(call, Reviewers).reviewers) {
    const account = findAccount(hub.state, login);
    if (account === undefined || !pull.requestedReviewerIds.includes(account.id)) continue;
    pull.requestedReviewerIds = pull.requestedReviewerIds.filter((id) => id !== account.id);
    const extra = { requested_reviewer: simpleUser(hub, account) };
    await announcePull(hub, acting(call), { repository, pull, action: "review_request_removed", extra });
  }
  return ok(pullSimple(hub, repository, pull));
}
