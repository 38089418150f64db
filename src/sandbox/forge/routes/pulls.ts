import { z } from "zod";
import { accountOf, actingAs } from "../context.js";
import { diffText } from "../git/diff.js";
import { mergeBase } from "../git/history.js";
import { checkBody, checkTitle } from "../http/bodies.js";
import { acting, mediaFormat, param, query, type RepositoryCall, readBody } from "../http/call.js";
import { unprocessable } from "../http/errors.js";
import { pageReply } from "../http/pagination.js";
import { accepted, created, ok, type Reply, rawReply } from "../http/reply.js";
import { repositoryRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { findAccount, theIssue, thePull } from "../lookup.js";
import { editIssue } from "../operations/issues/edit-issue.js";
import { setIssueState } from "../operations/issues/set-issue-state.js";
import { mergePull } from "../operations/pulls/merge-pull.js";
import { openPull } from "../operations/pulls/open-pull.js";
import { pullCommits, pullFacts, pullFiles } from "../operations/pulls/pull-facts.js";
import { openPullsFrom } from "../operations/pulls/pull-index.js";
import { retarget } from "../operations/pulls/retarget-pull.js";
import { updateBranch } from "../operations/pulls/update-branch.js";
import type { PullRecord } from "../records/pull.js";
import { MERGE_METHODS } from "../records/repository.js";
import { commitJson, diffEntry } from "../resources/commit.js";
import { fullPull, pullSimple } from "../resources/pull.js";
import { refuseForeigner } from "./issues.js";

const READ = { permissions: ["pull_requests:read"], role: "read" } as const;
const WRITE = { permissions: ["pull_requests:write"], role: "read" } as const;
const MERGE = { permissions: ["contents:write"], role: "write" } as const;

/** The API lists this many files of one pull request (decisions.md#github-limits). */
const FILES_LISTED = 3000;
const COMMITS_LISTED = 250;

export const pullsRoutes: readonly Route[] = [
  repositoryRoute("GET /repos/{owner}/{repo}/pulls", READ, listPulls),
  repositoryRoute("POST /repos/{owner}/{repo}/pulls", WRITE, createPull),
  repositoryRoute("GET /repos/{owner}/{repo}/pulls/{pull_number}", READ, showPull),
  repositoryRoute("PATCH /repos/{owner}/{repo}/pulls/{pull_number}", WRITE, changePull),
  repositoryRoute("GET /repos/{owner}/{repo}/pulls/{pull_number}/files", READ, async (call) => {
    const pull = named(call);
    const files = (await pullFiles(call.git, pull)).slice(0, FILES_LISTED);
    return pageReply(call, files, (file) => diffEntry(call.hub, call.repository, { file, sha: pull.head.sha }));
  }),
  repositoryRoute("GET /repos/{owner}/{repo}/pulls/{pull_number}/commits", READ, listCommits),
  repositoryRoute("PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", MERGE, merge),
  repositoryRoute("PUT /repos/{owner}/{repo}/pulls/{pull_number}/update-branch", WRITE, async (call) => {
    const pull = named(call);
    const { expected_head_sha: expected } = readBody(call, z.looseObject({ expected_head_sha: z.string().optional() }));
    await updateBranch(call.hub, acting(call), { repository: call.repository, pull, expected });
    const url = call.hub.urls.html(new URL(pullSimple(call.hub, call.repository, pull).html_url).pathname);
    return accepted({ message: "Updating pull request branch.", url });
  }),
];

const named = (call: RepositoryCall): PullRecord => thePull(call.repository, param(call, "pull_number"));

function listPulls(call: RepositoryCall): Promise<Reply> {
  const { hub, repository } = call;
  const state = query(call, "state") ?? "open";
  const base = query(call, "base");
  const pulls = candidates(call, state).filter(
    (pull) =>
      (state === "all" || theIssue(repository, pull.number).state === state) &&
      (base === undefined || pull.base.ref === base),
  );
  return pageReply(call, ordered(call, pulls), (pull) => pullSimple(hub, repository, pull));
}

/** `head=owner:branch` uses the index of open pull requests. */
function candidates(call: RepositoryCall, state: string): PullRecord[] {
  const { hub, repository } = call;
  const head = query(call, "head");
  const all = () => [...repository.pulls.values()];
  // GitHub ignores a head without an owner.
  if (head === undefined || !head.includes(":")) return all();
  const [login = "", branch = ""] = [head.slice(0, head.indexOf(":")), head.slice(head.indexOf(":") + 1)];
  const owner = findAccount(hub.state, login)?.id;
  const heads = [...hub.state.repositories.values()].filter(
    ({ id, ownerId, forkOfId }) => ownerId === owner && (id === repository.id || forkOfId === repository.id),
  );
  if (state === "open") return heads.flatMap(({ id }) => openPullsFrom(repository, id, branch));
  return all().filter((pull) => pull.head.ref === branch && heads.some(({ id }) => id === pull.head.repositoryId));
}

function ordered(call: RepositoryCall, pulls: PullRecord[]): PullRecord[] {
  const { repository } = call;
  const sort = query(call, "sort") ?? "created";
  const issue = (pull: PullRecord) => theIssue(repository, pull.number);
  const ascending =
    sort === "updated"
      ? pulls.toSorted((a, b) => issue(a).updatedAt.localeCompare(issue(b).updatedAt) || a.number - b.number)
      : pulls;
  const direction = query(call, "direction") ?? (sort === "created" ? "desc" : "asc");
  return direction === "desc" ? ascending.toReversed() : ascending;
}

const NewPull = z.looseObject({
  title: z.string().optional(),
  issue: z.number().int().optional(),
  head: z.string(),
  base: z.string(),
  body: z.string().nullish(),
  draft: z.boolean().default(false),
  maintainer_can_modify: z.boolean().default(true),
});

async function createPull(call: RepositoryCall): Promise<Reply> {
  const { title, body = null, head, base, draft, maintainer_can_modify } = readBody(call, NewPull);
  if (title === undefined) throw unprocessable(`Invalid request.\n\n"title" wasn't supplied.`);
  checkTitle("PullRequest", title);
  checkBody("PullRequest", body);
  const requested = { title, body, head, base, draft, maintainerCanModify: maintainer_can_modify };
  return created(await shown(call, await openPull(call.hub, acting(call), call.repository, requested)));
}

async function shown(call: RepositoryCall, pull: PullRecord) {
  const { hub, caller, repository } = call;
  const actor = accountOf(caller) === undefined ? undefined : actingAs(caller, call.responded);
  return fullPull(hub, repository, { pull, facts: await pullFacts(hub, actor, { repository, pull }) });
}

async function showPull(call: RepositoryCall): Promise<Reply> {
  const pull = named(call);
  if (mediaFormat(call) !== "diff") return ok(await shown(call, pull));
  const { directory } = call.git;
  const from = (await mergeBase(call.git, pull.base.sha, pull.head.sha)) ?? pull.base.sha;
  return rawReply(200, await diffText(directory, from, pull.head.sha), "application/vnd.github.diff; charset=utf-8");
}

const Change = z.looseObject({
  title: z.string().optional(),
  body: z.string().nullish(),
  state: z.enum(["open", "closed"]).optional(),
  base: z.string().optional(),
  maintainer_can_modify: z.boolean().optional(),
});

async function changePull(call: RepositoryCall): Promise<Reply> {
  const { hub, repository } = call;
  const pull = named(call);
  const issue = theIssue(repository, pull.number);
  refuseForeigner(call, issue);
  const { title, body, state, base, maintainer_can_modify } = readBody(call, Change);
  if (base !== undefined) await retarget(hub, acting(call), { repository, pull, base });
  await editIssue(hub, acting(call), { repository, issue, title, body });
  if (maintainer_can_modify !== undefined) pull.maintainerCanModify = maintainer_can_modify;
  if (state !== undefined) await setIssueState(hub, acting(call), { repository, issue, state });
  return ok(await shown(call, pull));
}

async function listCommits(call: RepositoryCall): Promise<Reply> {
  const shas = (await pullCommits(call.git, named(call))).slice(0, COMMITS_LISTED);
  return pageReply(call, shas, async (sha) => {
    const commit = await call.git.commit(sha);
    if (commit === undefined) throw new Error(`commit ${sha} is missing`);
    return commitJson(call.hub, call.repository, commit);
  });
}

const Merge = z.looseObject({
  sha: z.string().optional(),
  merge_method: z.enum(MERGE_METHODS).default("merge"),
  commit_title: z.string().optional(),
  commit_message: z.string().optional(),
});

async function merge(call: RepositoryCall): Promise<Reply> {
  const { sha, merge_method: method, commit_title: title, commit_message: message } = readBody(call, Merge);
  const request = { repository: call.repository, pull: named(call), method, sha, title, message };
  const mergedSha = await mergePull(call.hub, acting(call), request);
  return ok({ sha: mergedSha, merged: true, message: "Pull Request successfully merged" });
}
