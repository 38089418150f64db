/** `git/blobs`, `git/trees`, `git/commits`, `git/tags`: objects as git stores them. */
import { z } from "zod";
import type { Signature } from "../git/objects.js";
import { treeListing } from "../git/tree-listing.js";
import { acting, mediaFormat, param, query, type RepositoryCall, readBody } from "../http/call.js";
import { GitHubError, notFound, unprocessable } from "../http/errors.js";
import { created, ok, type Reply, rawReply } from "../http/reply.js";
import { repositoryRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { buildTree, NewTree } from "../operations/repository/build-tree.js";
import { resolveCommit } from "../resolve.js";
import { gitCommitJson } from "../resources/commit.js";
import { blobJson, tagJson, treeJson } from "../resources/git-data.js";
import { signatureOfAccount, webFlowSignature } from "../webhooks/signatures.js";
import { refuseEmpty } from "./refs.js";

const READ = { permissions: ["contents:read"], role: "read" } as const;
const WRITE = { permissions: ["contents:write"], role: "write" } as const;
/** The largest blob that the API accepts or returns (decisions.md#github-limits). */
const BLOB_LIMIT = 100 * 1024 * 1024;

export const gitObjectRoutes: readonly Route[] = [
  repositoryRoute("GET /repos/{owner}/{repo}/git/blobs/{file_sha}", READ, readBlob),
  repositoryRoute("POST /repos/{owner}/{repo}/git/blobs", WRITE, createBlob),
  repositoryRoute("GET /repos/{owner}/{repo}/git/trees/{tree_sha}", READ, readTree),
  repositoryRoute("POST /repos/{owner}/{repo}/git/trees", WRITE, createTree),
  repositoryRoute("GET /repos/{owner}/{repo}/git/commits/{commit_sha}", READ, async (call) => {
    const commit = await call.git.commit(param(call, "commit_sha"));
    if (commit === undefined) throw notFound();
    return ok(gitCommitJson(call.hub, call.repository, commit));
  }),
  repositoryRoute("POST /repos/{owner}/{repo}/git/commits", WRITE, createCommit),
  repositoryRoute("GET /repos/{owner}/{repo}/git/tags/{tag_sha}", READ, async (call) => {
    const tag = await call.git.tag(param(call, "tag_sha"));
    if (tag === undefined) throw notFound();
    return ok(tagJson(call.hub, call.repository, tag));
  }),
  repositoryRoute("POST /repos/{owner}/{repo}/git/tags", WRITE, createTag),
];

async function readBlob(call: RepositoryCall): Promise<Reply> {
  const sha = param(call, "file_sha");
  const content = await call.git.blob(sha);
  if (content === undefined) throw notFound();
  if (content.length > BLOB_LIMIT) throw new GitHubError(403, "This API returns blobs up to 100 MB in size.");
  if (mediaFormat(call) === "raw") return rawReply(200, content, "application/vnd.github.raw; charset=utf-8");
  return ok(blobJson(call.hub, call.repository, sha, content));
}

const Encoding = z.enum(["utf-8", "utf8", "base64"]);
const NewBlob = z.looseObject({ content: z.string(), encoding: Encoding.default("utf-8") });

async function createBlob(call: RepositoryCall): Promise<Reply> {
  refuseEmpty(call);
  const { content, encoding } = readBody(call, NewBlob);
  const [sha = ""] = await call.git.writeBlobs([Buffer.from(content, encoding === "base64" ? "base64" : "utf8")]);
  return created({ sha, url: call.hub.urls.api(`${call.url.pathname.slice("/api/v3".length)}/${sha}`) });
}

/** `recursive` counts as set with any value, even "0", like on GitHub. */
async function readTree(call: RepositoryCall): Promise<Reply> {
  refuseEmpty(call);
  const { git, repository } = call;
  const asked = param(call, "tree_sha");
  const commit = await resolveCommit(git, asked, repository.defaultBranch);
  const sha = commit?.tree ?? asked;
  const listing = await treeListing(git, sha, query(call, "recursive") !== undefined);
  if (listing === undefined) throw notFound();
  return ok(treeJson(call.hub, repository, { sha, ...listing }));
}

async function createTree(call: RepositoryCall): Promise<Reply> {
  refuseEmpty(call);
  const sha = await buildTree(call, readBody(call, NewTree));
  const listing = await treeListing(call.git, sha, false);
  return created(treeJson(call.hub, call.repository, { sha, entries: listing?.entries ?? [], truncated: false }));
}

const Person = z.looseObject({
  name: z.string(),
  email: z.string(),
  date: z.iso.datetime({ offset: true }).optional(),
});
const NewCommit = z.looseObject({
  message: z.string(),
  tree: z.string(),
  parents: z.array(z.string()).default([]),
  author: Person.optional(),
  committer: Person.optional(),
});

/** Without an author the caller is the author. GitHub signs an App's own commits, so they show as verified. */
async function createCommit(call: RepositoryCall): Promise<Reply> {
  const { hub, git, repository } = call;
  const requested = readBody(call, NewCommit);
  if ((await git.info(requested.tree))?.type !== "tree") throw unprocessable("Tree SHA does not exist");
  for (const parent of requested.parents) {
    if ((await git.commit(parent)) === undefined)
      throw unprocessable("Parent SHA does not exist or is not a commit object");
  }
  const me = signatureOfAccount(acting(call).user, hub.now());
  const author = signatureFrom(requested.author, hub.now()) ?? me;
  const byApp =
    call.caller.kind === "installation" && requested.author === undefined && requested.committer === undefined;
  const committer = byApp ? webFlowSignature(hub.now()) : (signatureFrom(requested.committer, hub.now()) ?? author);
  const { tree, parents, message } = requested;
  const sha = await git.writeCommit({ tree, parents, message, author, committer });
  const commit = await git.commit(sha);
  if (commit === undefined) throw new Error(`commit ${sha} was written and cannot be read`);
  return created(gitCommitJson(hub, repository, commit));
}

function signatureFrom(person: z.infer<typeof Person> | undefined, now: string): Signature | undefined {
  if (person === undefined) return undefined;
  const offset = /([+-]\d\d):?(\d\d)$/.exec(person.date ?? "");
  return {
    name: person.name,
    email: person.email,
    date: person.date ?? now,
    offset: offset === null ? "+0000" : `${offset[1]}${offset[2]}`,
  };
}

const NewTag = z.looseObject({
  tag: z.string().min(1),
  message: z.string(),
  object: z.string(),
  type: z.enum(["commit", "tree", "blob"]),
  tagger: Person.optional(),
});

async function createTag(call: RepositoryCall): Promise<Reply> {
  const { hub, git, repository } = call;
  const { tag, message, object, type, tagger } = readBody(call, NewTag);
  if ((await git.info(object))?.type !== type) throw unprocessable(`${object} is not a ${type} of this repository.`);
  const by = signatureFrom(tagger, hub.now()) ?? signatureOfAccount(acting(call).user, hub.now());
  const sha = await git.writeTag({ object, objectType: type, tag, tagger: by, message });
  const written = await git.tag(sha);
  if (written === undefined) throw new Error(`tag ${sha} was written and cannot be read`);
  return created(tagJson(hub, repository, written));
}
