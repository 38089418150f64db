/** `commits`, `compare` and `merges`. */
import { z } from "zod";
import { diffText, diffTrees } from "../git/diff.js";
import { aheadBehind, commitsBetween, isAncestor, log, mergeBase } from "../git/history.js";
import { mergeTrees } from "../git/merge.js";
import type { Commit } from "../git/objects.js";
import { acting, mediaFormat, param, query, type RepositoryCall, readBody } from "../http/call.js";
import { conflict, GitHubError, notFound, unprocessable } from "../http/errors.js";
import { pageOf, pageReply } from "../http/pagination.js";
import { created, noContent, ok, type Reply, rawReply, reply } from "../http/reply.js";
import { repositoryRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { findRepository, fullName } from "../lookup.js";
import { pullsWithCommit } from "../operations/pulls/pulls-with-commit.js";
import { applyRefUpdates } from "../operations/repository/apply-ref-updates.js";
import { branchRef } from "../ref-names.js";
import { resolveCommit } from "../resolve.js";
import { commitJson, diffEntry } from "../resources/commit.js";
import { pullSimple } from "../resources/pull.js";
import { signatureOfAccount, webFlowSignature } from "../webhooks/signatures.js";
import { refuseEmpty } from "./refs.js";

const READ = { permissions: ["contents:read"], role: "read" } as const;
const WRITE = { permissions: ["contents:write"], role: "write" } as const;
const PULLS = { permissions: ["pull_requests:read", "contents:read"], role: "read" } as const;

/** Files listed for a commit or a comparison. */
const FILES_LISTED = 300;

export const commitsRoutes: readonly Route[] = [
  repositoryRoute("GET /repos/{owner}/{repo}/commits", READ, listCommits),
  repositoryRoute("GET /repos/{owner}/{repo}/commits/{ref}", READ, showCommit),
  repositoryRoute("GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls", PULLS, pullsOfCommit),
  repositoryRoute("GET /repos/{owner}/{repo}/compare/{basehead}", READ, compare),
  repositoryRoute("POST /repos/{owner}/{repo}/merges", WRITE, mergeBranch),
];

/** The commit of a name in a request. Unknown names give 404, or 422 if they look like a SHA, like on GitHub. */
export async function theCommit({ git, repository }: RepositoryCall, name: string): Promise<Commit> {
  const commit = await resolveCommit(git, name, repository.defaultBranch);
  if (commit === undefined) throw unprocessable(`No commit found for SHA: ${name}`);
  return commit;
}

async function listCommits(call: RepositoryCall): Promise<Reply> {
  refuseEmpty(call);
  const { git, repository } = call;
  const start = await resolveCommit(git, query(call, "sha") ?? repository.defaultBranch, repository.defaultBranch);
  if (start === undefined) throw notFound();
  const optional = (name: "path" | "author" | "since" | "until") => {
    const value = query(call, name);
    return value === undefined ? {} : { [name]: value };
  };
  const filter = {
    start: start.sha,
    ...optional("path"),
    ...optional("author"),
    ...optional("since"),
    ...optional("until"),
  };
  return pageReply(call, await log(git.directory, filter), (sha) => shown(call, sha));
}

async function shown(call: RepositoryCall, sha: string) {
  const commit = await call.git.commit(sha);
  if (commit === undefined) throw new Error(`commit ${sha} is missing`);
  return commitJson(call.hub, call.repository, commit);
}

async function showCommit(call: RepositoryCall): Promise<Reply> {
  refuseEmpty(call);
  const { hub, git, repository } = call;
  const commit = await theCommit(call, param(call, "ref"));
  const [parent = null] = commit.parents;
  if (mediaFormat(call) === "sha") return rawReply(200, commit.sha, "application/vnd.github.sha; charset=utf-8");
  if (mediaFormat(call) === "diff" && parent !== null) {
    return rawReply(
      200,
      await diffText(git.directory, parent, commit.sha),
      "application/vnd.github.diff; charset=utf-8",
    );
  }
  const files = await git.remembered(`diff ${parent} ${commit.sha}`, () =>
    diffTrees(git.directory, parent, commit.sha),
  );
  const additions = files.reduce((sum, file) => sum + file.additions, 0);
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0);
  return ok({
    ...commitJson(hub, repository, commit),
    stats: { additions, deletions, total: additions + deletions },
    files: files.slice(0, FILES_LISTED).map((file) => diffEntry(hub, repository, { file, sha: commit.sha })),
  });
}

async function pullsOfCommit(call: RepositoryCall): Promise<Reply> {
  const { hub, git, repository } = call;
  const commit = await theCommit(call, param(call, "commit_sha"));
  const pulls = await pullsWithCommit(git, repository, commit.sha);
  return pageReply(call, pulls, (pull) => pullSimple(hub, repository, pull));
}

async function compare(call: RepositoryCall): Promise<Reply> {
  const { hub, git, repository } = call;
  const [baseName = "", headName = ""] = param(call, "basehead").split("...");
  const base = await comparedCommit(call, baseName);
  const head = await comparedCommit(call, headName);
  const fork = await mergeBase(git, base.sha, head.sha);
  const mergeBaseCommit = fork === undefined ? undefined : await git.commit(fork);
  if (mergeBaseCommit === undefined)
    throw new GitHubError(404, `No common ancestor between ${baseName} and ${headName}.`);
  if (mediaFormat(call) === "diff") {
    return rawReply(
      200,
      await diffText(git.directory, mergeBaseCommit.sha, head.sha),
      "application/vnd.github.diff; charset=utf-8",
    );
  }
  const { ahead, behind } = await aheadBehind(git.directory, base.sha, head.sha);
  const page = pageOf(call, await commitsBetween(git, base.sha, head.sha));
  const files = await git.remembered(`diff ${mergeBaseCommit.sha} ${head.sha}`, () =>
    diffTrees(git.directory, mergeBaseCommit.sha, head.sha),
  );
  const name = fullName(hub.state, repository);
  const html = hub.urls.html(`/${name}/compare/${baseName}...${headName}`);
  const json = {
    url: hub.urls.api(`/repos/${name}/compare/${baseName}...${headName}`),
    html_url: html,
    permalink_url: hub.urls.html(`/${name}/compare/${base.sha}...${head.sha}`),
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    base_commit: commitJson(hub, repository, base),
    merge_base_commit: commitJson(hub, repository, mergeBaseCommit),
    status: statusOf(ahead, behind),
    ahead_by: ahead,
    behind_by: behind,
    total_commits: ahead,
    commits: await Promise.all(page.items.map((sha) => shown(call, sha))),
    files: files.slice(0, FILES_LISTED).map((file) => diffEntry(hub, repository, { file, sha: head.sha })),
  };
  return reply(200, json, page.headers);
}

/** `owner:branch` names a fork's branch. Its commits are here once a pull request has brought them. */
async function comparedCommit(call: RepositoryCall, name: string): Promise<Commit> {
  const colon = name.indexOf(":");
  const fork = colon === -1 ? undefined : findRepository(call.hub.state, name.slice(0, colon), call.repository.name);
  const sha = fork === undefined ? undefined : call.hub.git(fork).refs.get(branchRef(name.slice(colon + 1)));
  const commit = await resolveCommit(call.git, sha ?? name.slice(colon + 1), call.repository.defaultBranch);
  if (commit === undefined) throw notFound();
  return commit;
}

function statusOf(ahead: number, behind: number): "identical" | "ahead" | "behind" | "diverged" {
  if (ahead === 0) return behind === 0 ? "identical" : "behind";
  return behind === 0 ? "ahead" : "diverged";
}

const Merge = z.looseObject({ base: z.string(), head: z.string(), commit_message: z.string().optional() });

async function mergeBranch(call: RepositoryCall): Promise<Reply> {
  const { hub, git, repository } = call;
  const { base, head, commit_message = `Merge ${head} into ${base}` } = readBody(call, Merge);
  const before = git.refs.get(branchRef(base));
  if (before === undefined) throw new GitHubError(404, "Base does not exist");
  const from = await resolveCommit(git, head, repository.defaultBranch);
  if (from === undefined) throw new GitHubError(404, "Head does not exist");
  if (await isAncestor(git, from.sha, before)) return noContent();
  const merged = await mergeTrees(git, before, from.sha);
  if (!merged.ok) throw conflict("Merge conflict");
  const after = await git.writeCommit({
    tree: merged.tree,
    parents: [before, from.sha],
    message: commit_message,
    author: signatureOfAccount(acting(call).user, hub.now()),
    committer: webFlowSignature(hub.now()),
  });
  await applyRefUpdates(hub, acting(call), repository, [{ ref: branchRef(base), before, after }]);
  return created(await shown(call, after));
}
