import type { Hub } from "../hub.js";
import { fullName, theRepository } from "../lookup.js";
import { openPullsFrom } from "../operations/pulls/pull-index.js";
import type { PullEnd } from "../records/pull.js";
import type { RepositoryRecord } from "../records/repository.js";
import type { Schema } from "./schemas.js";

/** The open pull requests with this head. Pull requests of forks are left out, like in GitHub's checks and runs. */
export function pullsAt(
  hub: Hub,
  repository: RepositoryRecord,
  { branch, sha }: { readonly branch: string | null; readonly sha: string },
): Schema<"pull-request-minimal">[] {
  if (branch === null) return [];
  const end = ({ repositoryId, ref, sha: at }: PullEnd) => {
    const { id, name } = theRepository(hub.state, repositoryId ?? repository.id);
    return { ref, sha: at, repo: { id, name, url: hub.urls.api(`/repos/${fullName(hub.state, repository)}`) } };
  };
  return openPullsFrom(repository, repository.id, branch)
    .filter(({ head }) => head.sha === sha)
    .map(({ id, number, head, base }) => ({
      id,
      number,
      url: hub.urls.api(`/repos/${fullName(hub.state, repository)}/pulls/${number}`),
      head: end(head),
      base: end(base),
    }));
}
