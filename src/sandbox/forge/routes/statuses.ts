/** Commit statuses. */
import { z } from "zod";
import { acting, param, type RepositoryCall, readBody } from "../http/call.js";
import { unprocessable } from "../http/errors.js";
import { pageOf, pageReply } from "../http/pagination.js";
import { created, type Reply, reply } from "../http/reply.js";
import { repositoryRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { fullName, theAccount } from "../lookup.js";
import { nodeId } from "../node-id.js";
import { checksArrived } from "../operations/pulls/merge-queue.js";
import type { StatusRecord } from "../records/protection.js";
import { branchOf } from "../ref-names.js";
import { simpleUser } from "../resources/account.js";
import { commitJson } from "../resources/commit.js";
import { repositoryJson } from "../resources/repository.js";
import { publish } from "../webhooks/events.js";
import { theCommit } from "./commits.js";

const READ = { permissions: ["statuses:read"], role: "read" } as const;
const WRITE = { permissions: ["statuses:write"], role: "write" } as const;
/** The maximum per commit and context. */
const MAX_STATUSES = 1000;

export const statusesRoutes: readonly Route[] = [
  repositoryRoute("POST /repos/{owner}/{repo}/statuses/{sha}", WRITE, createStatus),
  repositoryRoute("GET /repos/{owner}/{repo}/commits/{ref}/statuses", READ, async (call) => {
    const { sha } = await theCommit(call, param(call, "ref"));
    return pageReply(call, statusesOf(call, sha).toReversed(), (status) => shown(call, sha, status));
  }),
  repositoryRoute("GET /repos/{owner}/{repo}/commits/{ref}/status", READ, combined),
];

const statusesOf = ({ repository }: RepositoryCall, sha: string) => repository.statuses.get(sha) ?? [];

function shown({ hub, repository }: RepositoryCall, sha: string, status: StatusRecord) {
  const creator = simpleUser(hub, theAccount(hub.state, status.creatorId));
  return {
    url: hub.urls.api(`/repos/${fullName(hub.state, repository)}/statuses/${sha}`),
    avatar_url: creator.avatar_url,
    id: status.id,
    node_id: nodeId("StatusContext", repository.id, status.id),
    state: status.state,
    description: status.description,
    target_url: status.targetUrl,
    context: status.context,
    created_at: status.createdAt,
    updated_at: status.createdAt,
    creator,
  };
}

const NewStatus = z.looseObject({
  state: z.enum(["error", "failure", "pending", "success"]),
  target_url: z.string().nullish(),
  description: z.string().max(140).nullish(),
  context: z.string().default("default"),
});

async function createStatus(call: RepositoryCall): Promise<Reply> {
  const { hub, repository } = call;
  const commit = await theCommit(call, param(call, "sha"));
  const { state, target_url: targetUrl = null, description = null, context } = readBody(call, NewStatus);
  const known = statusesOf(call, commit.sha);
  if (known.filter((status) => status.context === context).length >= MAX_STATUSES) {
    throw unprocessable("This SHA and context has reached the maximum number of statuses.");
  }
  const creatorId = acting(call).user.id;
  const status: StatusRecord = {
    id: hub.nextId(),
    state,
    context,
    description,
    targetUrl,
    creatorId,
    createdAt: hub.now(),
  };
  repository.statuses.set(commit.sha, [...known, status]);
  const payload = () => ({
    id: status.id,
    sha: commit.sha,
    name: fullName(hub.state, repository),
    target_url: targetUrl,
    context,
    description,
    state,
    commit: commitJson(hub, repository, commit),
    branches: branchesAt(call, commit.sha),
    created_at: status.createdAt,
    updated_at: status.createdAt,
  });
  await publish(hub, acting(call), { name: "status", action: null, repository, payload });
  await checksArrived(hub, acting(call), { repository, sha: commit.sha });
  return created(shown(call, commit.sha, status));
}

function branchesAt({ hub, git, repository }: RepositoryCall, sha: string) {
  const url = hub.urls.api(`/repos/${fullName(hub.state, repository)}/commits/${sha}`);
  const names = [...git.refs].flatMap(([ref, at]) => (at === sha ? (branchOf(ref) ?? []) : []));
  return names.map((name) => ({ name, commit: { sha, url }, protected: repository.protections.has(name) }));
}

/** The newest status of each context, and the combined state. */
async function combined(call: RepositoryCall): Promise<Reply> {
  const { hub, repository } = call;
  const { sha } = await theCommit(call, param(call, "ref"));
  const newest = [...new Map(statusesOf(call, sha).map((status) => [status.context, status])).values()];
  const states = newest.map(({ state }) => state);
  const failed = states.includes("failure") || states.includes("error");
  const succeeded = states.length > 0 && states.every((state) => state === "success");
  const url = hub.urls.api(`/repos/${fullName(hub.state, repository)}/commits/${sha}`);
  const page = pageOf(call, newest);
  const json = {
    state: failed ? "failure" : succeeded ? "success" : "pending",
    statuses: page.items.map((status) => shown(call, sha, status)),
    sha,
    total_count: newest.length,
    repository: repositoryJson(hub, repository),
    commit_url: url,
    url: `${url}/status`,
  };
  return reply(200, json, page.headers);
}
