/** `git/refs`: references as they are. */
import { z } from "zod";
import { ZERO_SHA } from "../git/git-repository.js";
import { acting, param, type RepositoryCall, readBody } from "../http/call.js";
import { GitHubError, notFound, unprocessable } from "../http/errors.js";
import { pageReply } from "../http/pagination.js";
import { created, noContent, ok, type Reply } from "../http/reply.js";
import { repositoryRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { applyRefUpdates } from "../operations/repository/apply-ref-updates.js";
import { branchOf, isValidRef } from "../ref-names.js";
import { refJson } from "../resources/git-data.js";

const READ = { permissions: ["contents:read"], role: "read" } as const;
const WRITE = { permissions: ["contents:write"], role: "write" } as const;

export const refsRoutes: readonly Route[] = [
  repositoryRoute("GET /repos/{owner}/{repo}/git/ref/{ref}", READ, async (call) => {
    refuseEmpty(call);
    return ok(await shown(call, `refs/${param(call, "ref")}`));
  }),
  repositoryRoute("GET /repos/{owner}/{repo}/git/matching-refs/{ref}", READ, (call) => {
    const prefix = `refs/${param(call, "ref")}`;
    return pageReply(call, [...call.git.refs.keys()].filter((ref) => ref.startsWith(prefix)).toSorted(), (ref) =>
      shown(call, ref),
    );
  }),
  repositoryRoute("POST /repos/{owner}/{repo}/git/refs", WRITE, createRef),
  repositoryRoute("PATCH /repos/{owner}/{repo}/git/refs/{ref}", WRITE, updateRef),
  repositoryRoute("DELETE /repos/{owner}/{repo}/git/refs/{ref}", WRITE, deleteRef),
];

export function refuseEmpty({ git }: RepositoryCall): void {
  if (git.refs.size === 0) throw new GitHubError(409, "Git Repository is empty.");
}

async function shown({ hub, repository, git }: RepositoryCall, ref: string) {
  const sha = git.refs.get(ref);
  const object = sha === undefined ? undefined : await git.info(sha);
  if (object === undefined) throw notFound();
  return refJson(hub, repository, ref, object);
}

const Sha = z.string();

async function createRef(call: RepositoryCall): Promise<Reply> {
  const { ref, sha } = readBody(call, z.looseObject({ ref: z.string(), sha: Sha }));
  if (!isValidRef(ref)) throw unprocessable(`${ref} is not a valid ref name.`);
  refuseEmpty(call);
  await requireObject(call, ref, sha);
  if (call.git.refs.has(ref)) throw unprocessable("Reference already exists");
  await applyRefUpdates(call.hub, acting(call), call.repository, [{ ref, before: ZERO_SHA, after: sha }]);
  return created(await shown(call, ref));
}

async function updateRef(call: RepositoryCall): Promise<Reply> {
  const { sha, force = false } = readBody(call, z.looseObject({ sha: Sha, force: z.boolean().optional() }));
  const ref = `refs/${param(call, "ref")}`;
  const before = call.git.refs.get(ref);
  if (before === undefined) throw unprocessable("Reference does not exist");
  await requireObject(call, ref, sha);
  if (before !== sha)
    await applyRefUpdates(call.hub, acting(call), call.repository, [{ ref, before, after: sha, force }]);
  return ok(await shown(call, ref));
}

async function deleteRef(call: RepositoryCall): Promise<Reply> {
  const ref = `refs/${param(call, "ref")}`;
  const before = call.git.refs.get(ref);
  if (before === undefined) throw unprocessable("Reference does not exist");
  await applyRefUpdates(call.hub, acting(call), call.repository, [{ ref, before, after: ZERO_SHA }]);
  return noContent();
}

/** A branch names a commit; a tag may name any object. */
async function requireObject({ git }: RepositoryCall, ref: string, sha: string): Promise<void> {
  const info = /^[0-9a-f]{40}$/.test(sha) ? await git.info(sha) : undefined;
  if (info === undefined) throw unprocessable("Object does not exist");
  if (branchOf(ref) !== undefined && info.type !== "commit")
    throw unprocessable("Reference update failed: not a commit");
}
