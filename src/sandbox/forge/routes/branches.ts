import { z } from "zod";
import { ZERO_SHA } from "../git/git-repository.js";
import { acting, param, query, type RepositoryCall, readBody } from "../http/call.js";
import { GitHubError, unprocessable } from "../http/errors.js";
import { pageReply } from "../http/pagination.js";
import { created, ok, type Reply } from "../http/reply.js";
import { repositoryRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { moveRefs } from "../operations/repository/move-refs.js";
import { branchOf, branchRef } from "../ref-names.js";
import { branchJson, shortBranch } from "../resources/branch.js";

const READ = { permissions: ["contents:read"], role: "read" } as const;
const WRITE = { permissions: ["contents:write"], role: "write" } as const;

export const branchesRoutes: readonly Route[] = [
  repositoryRoute("GET /repos/{owner}/{repo}/branches", READ, listBranches),
  repositoryRoute("GET /repos/{owner}/{repo}/branches/{branch}", READ, async (call) =>
    ok(await shown(call, param(call, "branch"))),
  ),
  repositoryRoute("POST /repos/{owner}/{repo}/branches/{branch}/rename", WRITE, renameBranch),
];

function listBranches(call: RepositoryCall): Promise<Reply> {
  const { hub, git, repository } = call;
  const onlyProtected = query(call, "protected");
  const branches = [...git.refs]
    .flatMap(([ref, sha]) => {
      const name = branchOf(ref);
      return name === undefined ? [] : [{ name, sha }];
    })
    .filter(
      ({ name }) => onlyProtected === undefined || repository.protections.has(name) === (onlyProtected === "true"),
    )
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return pageReply(call, branches, (branch) => shortBranch(hub, repository, branch));
}

async function shown({ hub, git, repository }: RepositoryCall, name: string) {
  const commit = await git.commit(git.refs.get(branchRef(name)) ?? "");
  if (commit === undefined) throw new GitHubError(404, "Branch not found");
  return branchJson(hub, repository, { name, commit });
}

/** Open pull requests from and into the old name are closed by its disappearance. */
async function renameBranch(call: RepositoryCall): Promise<Reply> {
  const { hub, git, repository } = call;
  const from = param(call, "branch");
  const { new_name: to } = readBody(call, z.looseObject({ new_name: z.string().min(1) }));
  const sha = git.refs.get(branchRef(from));
  if (sha === undefined) throw new GitHubError(404, "Branch not found");
  if (git.refs.has(branchRef(to))) throw unprocessable(`The branch ${to} already exists.`);
  await moveRefs(hub, acting(call), repository, [{ ref: branchRef(to), before: ZERO_SHA, after: sha }]);
  if (repository.defaultBranch === from) {
    repository.defaultBranch = to;
    await git.setHead(to);
  }
  await moveRefs(hub, acting(call), repository, [{ ref: branchRef(from), before: sha, after: ZERO_SHA }]);
  return created(await shown(call, to));
}
