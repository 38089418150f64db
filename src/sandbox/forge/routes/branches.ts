import { param, query, type RepositoryCall } from "../http/call.js";
import { GitHubError } from "../http/errors.js";
import { pageReply } from "../http/pagination.js";
import { ok, type Reply } from "../http/reply.js";
import { repositoryRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { branchOf, branchRef } from "../ref-names.js";
import { branchJson, shortBranch } from "../resources/branch.js";

const READ = { permissions: ["contents:read"], role: "read" } as const;

export const branchesRoutes: readonly Route[] = [
  repositoryRoute("GET /repos/{owner}/{repo}/branches", READ, listBranches),
  repositoryRoute("GET /repos/{owner}/{repo}/branches/{branch}", READ, async (call) =>
    ok(await shown(call, param(call, "branch"))),
  ),
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
