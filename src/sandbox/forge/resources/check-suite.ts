import type { Hub } from "../hub.js";
import { fullName } from "../lookup.js";
import { nodeId } from "../node-id.js";
import { latestRuns, runsOf, suiteState } from "../operations/checks/check-suites.js";
import type { CheckSuiteRecord } from "../records/check.js";
import type { RepositoryRecord } from "../records/repository.js";
import { checkApp } from "./check-app.js";
import { pullsAt } from "./pull-minimal.js";
import { repositoryJson } from "./repository.js";
import type { Schema } from "./schemas.js";
import { simpleCommit } from "./simple-commit.js";

export async function checkSuiteJson(
  hub: Hub,
  repository: RepositoryRecord,
  suite: CheckSuiteRecord,
): Promise<Schema<"check-suite">> {
  const url = hub.urls.api(`/repos/${fullName(hub.state, repository)}/check-suites/${suite.id}`);
  return {
    id: suite.id,
    node_id: nodeId("CheckSuite", repository.id, suite.id),
    head_branch: suite.headBranch,
    head_sha: suite.headSha,
    ...suiteState(repository, suite),
    url,
    before: null,
    after: suite.headSha,
    pull_requests: pullsAt(hub, repository, { branch: suite.headBranch, sha: suite.headSha }),
    app: checkApp(hub, suite.appId),
    repository: repositoryJson(hub, repository) as Schema<"minimal-repository">,
    created_at: suite.createdAt,
    updated_at: suite.updatedAt,
    head_commit: await simpleCommit(hub, repository, suite.headSha),
    latest_check_runs_count: latestRuns(runsOf(repository, suite)).length,
    check_runs_url: `${url}/check-runs`,
    rerequestable: true,
    runs_rerequestable: true,
  };
}
