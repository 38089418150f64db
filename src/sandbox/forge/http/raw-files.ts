/** Raw files: `/<owner>/<repo>/raw/<ref>/<path>`, the `download_url` of contents. */

import { entryAt } from "../git/tree-listing.js";
import { findRepository } from "../lookup.js";
import { resolveCommit } from "../resolve.js";
import { checkRepositoryAccess } from "./access.js";
import type { Call } from "./call.js";
import { notFound } from "./errors.js";
import { type Reply, rawReply } from "./reply.js";

const PATH = /^\/([^/]+)\/([^/]+)\/raw\/(.+)$/;
const READ = { permissions: ["contents:read"], role: "read" } as const;

/** Undefined for every other path. */
export function rawFiles(call: Call): Promise<Reply> | undefined {
  const [, owner, repo, rest] = PATH.exec(call.url.pathname) ?? [];
  if (owner === undefined || repo === undefined || rest === undefined) return undefined;
  return readRaw(call, { owner, repo, parts: rest.split("/").map(decodeURIComponent) });
}

/** A branch name may contain slashes, so the longest prefix that names a branch wins. */
async function readRaw(
  { hub, caller }: Call,
  { owner, repo, parts }: { readonly owner: string; readonly repo: string; readonly parts: readonly string[] },
): Promise<Reply> {
  const repository = findRepository(hub.state, owner, repo);
  if (repository === undefined) throw notFound();
  checkRepositoryAccess(hub, caller, { repository, access: READ, reads: true });
  const git = hub.git(repository);
  for (let length = parts.length - 1; length > 0; length -= 1) {
    const commit = await resolveCommit(git, parts.slice(0, length).join("/"), repository.defaultBranch);
    const entry = commit === undefined ? undefined : await entryAt(git, commit.tree, parts.slice(length).join("/"));
    const content = entry === undefined ? undefined : await git.blob(entry.sha);
    if (content !== undefined) return rawReply(200, content, "text/plain; charset=utf-8");
  }
  throw notFound();
}
