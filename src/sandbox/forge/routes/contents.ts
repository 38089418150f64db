/** `contents`: files by path, read and written one commit at a time. */
import { z } from "zod";
import type { Commit, Signature, TreeEntry } from "../git/objects.js";
import { entryAt } from "../git/tree-listing.js";
import { acting, mediaFormat, param, query, type RepositoryCall, readBody } from "../http/call.js";
import { conflict, GitHubError, notAccessible, notFound, unprocessable } from "../http/errors.js";
import { ok, type Reply, rawReply, reply } from "../http/reply.js";
import { repositoryRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { mayChangeWorkflows, WORKFLOW_FOLDER } from "../operations/actions/workflow-files.js";
import { commitFiles } from "../operations/repository/commit-files.js";
import { branchRef } from "../ref-names.js";
import { resolveCommit } from "../resolve.js";
import { gitCommitJson } from "../resources/commit.js";
import { contentJson } from "../resources/contents.js";
import { wrapped } from "../resources/git-data.js";

const READ = { permissions: ["contents:read"], role: "read" } as const;
const WRITE = { permissions: ["contents:write"], role: "write" } as const;

/** Files up to 1 MB are inline, up to 100 MB only raw. A listing ends at 1,000 entries (decisions.md#github-limits). */
const INLINE_LIMIT = 1024 * 1024;
const RAW_LIMIT = 100 * 1024 * 1024;
const LISTING_LIMIT = 1000;

export const contentsRoutes: readonly Route[] = [
  repositoryRoute("GET /repos/{owner}/{repo}/contents/{path}", READ, (call) => readContents(call, param(call, "path"))),
  repositoryRoute("PUT /repos/{owner}/{repo}/contents/{path}", WRITE, writeFile),
  repositoryRoute("DELETE /repos/{owner}/{repo}/contents/{path}", WRITE, deleteFile),
];

type Place = { readonly path: string; readonly ref: string; readonly commit: Commit };

async function readContents(call: RepositoryCall, path: string): Promise<Reply> {
  const ref = query(call, "ref") ?? call.repository.defaultBranch;
  const commit = await resolveCommit(call.git, ref, call.repository.defaultBranch);
  if (commit === undefined) throw new GitHubError(404, `No commit found for the ref ${ref}`);
  const clean = path.replace(/^\/+|\/+$/g, "");
  const entry = await entryAt(call.git, commit.tree, clean);
  if (entry === undefined) throw notFound();
  const place = { path: clean, ref, commit };
  return entry.type === "tree" ? listDirectory(call, place, entry) : showFile(call, place, entry);
}

async function listDirectory(call: RepositoryCall, { path, ref }: Place, directory: TreeEntry): Promise<Reply> {
  const entries = (await call.git.tree(directory.sha)) ?? [];
  const listed = entries.slice(0, LISTING_LIMIT).map(async (entry) => {
    const size = entry.type === "blob" ? ((await call.git.info(entry.sha))?.size ?? 0) : 0;
    const below = path === "" ? entry.path : `${path}/${entry.path}`;
    return contentJson(call.hub, call.repository, { path: below, ref, entry, size });
  });
  return ok(await Promise.all(listed));
}

async function showFile(call: RepositoryCall, { path, ref }: Place, entry: TreeEntry): Promise<Reply> {
  const content = (await call.git.blob(entry.sha)) ?? Buffer.alloc(0);
  if (mediaFormat(call) === "raw") return rawReply(200, content, "application/vnd.github.raw; charset=utf-8");
  if (content.length > RAW_LIMIT) throw new GitHubError(403, "This API returns blobs up to 100 MB in size.");
  const json = contentJson(call.hub, call.repository, { path, ref, entry, size: content.length });
  if (entry.type === "commit") return ok({ ...json, submodule_git_url: null });
  if (json.type === "symlink") return ok({ ...json, target: content.toString() });
  const inline = content.length <= INLINE_LIMIT;
  return ok({ ...json, content: inline ? wrapped(content) : "", encoding: inline ? "base64" : "none" });
}

const Person = z.looseObject({ name: z.string(), email: z.string(), date: z.string().optional() });
const Change = z.looseObject({
  message: z.string(),
  sha: z.string().optional(),
  branch: z.string().optional(),
  author: Person.optional(),
  committer: Person.optional(),
});
const Write = Change.extend({ content: z.string() });

async function writeFile(call: RepositoryCall): Promise<Reply> {
  const body = readBody(call, Write);
  const { path, branch, existing } = await target(call, body.branch);
  if (existing !== undefined && body.sha === undefined) {
    throw unprocessable(`Invalid request.\n\n"sha" wasn't supplied.`);
  }
  if (body.sha !== undefined && body.sha !== existing?.sha) throw doesNotMatch(path, body.sha);
  const content = Buffer.from(body.content, "base64");
  const mode = existing?.mode ?? "100644";
  const commit = await commitChange(call, { body, branch, additions: [{ path, content, mode }], deletions: [] });
  const entry = await entryAt(call.git, commit.tree, path);
  if (entry === undefined) throw new Error(`${path} was written and cannot be read`);
  const json = contentJson(call.hub, call.repository, { path, ref: branch, entry, size: content.length });
  const commitOf = gitCommitJson(call.hub, call.repository, commit);
  return reply(existing === undefined ? 201 : 200, { content: json, commit: commitOf });
}

async function deleteFile(call: RepositoryCall): Promise<Reply> {
  const fromQuery = Object.fromEntries(call.url.searchParams);
  const body = readBody(
    call.body.length > 0 ? call : { ...call, body: Buffer.from(JSON.stringify(fromQuery)) },
    Change.extend({ sha: z.string() }),
  );
  const { path, branch, existing } = await target(call, body.branch);
  if (existing === undefined || existing.type === "tree") throw notFound();
  if (body.sha !== existing.sha) throw doesNotMatch(path, body.sha);
  const commit = await commitChange(call, { body, branch, additions: [], deletions: [path] });
  return ok({ content: null, commit: gitCommitJson(call.hub, call.repository, commit) });
}

const doesNotMatch = (path: string, sha: string) => conflict(`${path} does not match ${sha}`);

async function target(call: RepositoryCall, requestedBranch: string | undefined) {
  const path = param(call, "path").replace(/^\/+|\/+$/g, "");
  if (path.split("/").some((part) => part === "" || part === "." || part === ".." || part.toLowerCase() === ".git")) {
    throw unprocessable("path contains a malformed path component");
  }
  if (path.startsWith(WORKFLOW_FOLDER) && !mayChangeWorkflows(call.hub, call.caller)) throw notAccessible();
  const branch = (requestedBranch ?? call.repository.defaultBranch).replace(/^refs\/heads\//, "");
  const sha = call.git.refs.get(branchRef(branch));
  // The first file of an empty repository creates its default branch.
  if (sha === undefined && !(call.git.refs.size === 0 && branch === call.repository.defaultBranch)) {
    throw new GitHubError(404, `Branch ${branch} not found`);
  }
  const commit = sha === undefined ? undefined : await call.git.commit(sha);
  const existing = commit === undefined ? undefined : await entryAt(call.git, commit.tree, path);
  return { path, branch, existing };
}

type Committed = Pick<Parameters<typeof commitFiles>[2], "branch" | "additions" | "deletions"> & {
  readonly body: z.infer<typeof Change>;
};

function commitChange(call: RepositoryCall, { body, branch, additions, deletions }: Committed): Promise<Commit> {
  const { hub, repository } = call;
  const signature = (person: z.infer<typeof Person> | undefined): Signature | undefined =>
    person === undefined
      ? undefined
      : { name: person.name, email: person.email, date: person.date ?? hub.now(), offset: "+0000" };
  const author = signature(body.author);
  const committer = signature(body.committer);
  const { message } = body;
  return commitFiles(hub, acting(call), { repository, branch, message, additions, deletions, author, committer });
}
