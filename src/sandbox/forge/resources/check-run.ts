import type { Hub } from "../hub.js";
import { fullName } from "../lookup.js";
import { nodeId } from "../node-id.js";
import { suiteState } from "../operations/checks/check-suites.js";
import type { CheckAnnotation, CheckRunRecord } from "../records/check.js";
import type { RepositoryRecord } from "../records/repository.js";
import { checkApp } from "./check-app.js";
import { pullsAt } from "./pull-minimal.js";
import type { Schema } from "./schemas.js";

export function checkRunJson(hub: Hub, repository: RepositoryRecord, run: CheckRunRecord): Schema<"check-run"> {
  const name = fullName(hub.state, repository);
  const url = hub.urls.api(`/repos/${name}/check-runs/${run.id}`);
  const page = hub.urls.html(`/${name}/runs/${run.id}`);
  const branch = repository.checkSuites.get(run.suiteId)?.headBranch ?? null;
  return {
    id: run.id,
    node_id: nodeId("CheckRun", repository.id, run.id),
    head_sha: run.headSha,
    external_id: run.externalId,
    url,
    html_url: page,
    details_url: run.detailsUrl ?? page,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    output: {
      ...run.output,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    name: run.name,
    check_suite: { id: run.suiteId },
    app: checkApp(hub, run.appId),
    pull_requests: pullsAt(hub, repository, { branch, sha: run.headSha }),
  };
}

/** A check run in webhooks: with a short form of its suite. */
export function checkRunPayload(hub: Hub, repository: RepositoryRecord, run: CheckRunRecord) {
  const json = checkRunJson(hub, repository, run);
  const suite = repository.checkSuites.get(run.suiteId);
  if (suite === undefined) throw new Error(`check run ${run.id} has lost its suite`);
  return {
    ...json,
    check_suite: {
      id: suite.id,
      node_id: nodeId("CheckSuite", repository.id, suite.id),
      head_branch: suite.headBranch,
      head_sha: suite.headSha,
      ...suiteState(repository, suite),
      url: hub.urls.api(`/repos/${fullName(hub.state, repository)}/check-suites/${suite.id}`),
      before: null,
      after: suite.headSha,
      pull_requests: json.pull_requests,
      app: json.app,
      created_at: suite.createdAt,
      updated_at: suite.updatedAt,
    },
  };
}

export function annotationJson(
  hub: Hub,
  at: { readonly repository: RepositoryRecord; readonly run: CheckRunRecord; readonly annotation: CheckAnnotation },
): Schema<"check-annotation"> {
  const { repository, run, annotation } = at;
  const path = annotation.path.split("/").map(encodeURIComponent).join("/");
  return {
    path: annotation.path,
    blob_href: hub.urls.html(`/${fullName(hub.state, repository)}/blob/${run.headSha}/${path}`),
    start_line: annotation.startLine,
    end_line: annotation.endLine,
    start_column: annotation.startColumn,
    end_column: annotation.endColumn,
    annotation_level: annotation.level,
    title: annotation.title,
    message: annotation.message,
    raw_details: annotation.rawDetails,
  };
}
