import type { Hub } from "../hub.js";
import { fullName, theAccount } from "../lookup.js";
import { nodeId } from "../node-id.js";
import { latestAttempt } from "../operations/actions/attempt.js";
import type { AttemptRecord, RunRecord } from "../records/actions.js";
import type { RepositoryRecord } from "../records/repository.js";
import { branchOf, tagOf } from "../ref-names.js";
import { simpleUser } from "./account.js";
import { pullsAt } from "./pull-minimal.js";
import { repositoryJson } from "./repository.js";
import type { Schema } from "./schemas.js";
import { simpleCommit } from "./simple-commit.js";

/** A run with its latest attempt, or with an earlier one. */
export async function workflowRunJson(
  hub: Hub,
  repository: RepositoryRecord,
  { run, attempt = latestAttempt(run) }: { readonly run: RunRecord; readonly attempt?: AttemptRecord },
): Promise<Schema<"workflow-run">> {
  const name = fullName(hub.state, repository);
  const api = hub.urls.api(`/repos/${name}`);
  const url = `${api}/actions/runs/${run.id}`;
  const branch = headBranch(run);
  const minimal = repositoryJson(hub, repository) as Schema<"minimal-repository">;
  return {
    id: run.id,
    node_id: nodeId("WorkflowRun", repository.id, run.id),
    name: run.name,
    display_title: run.displayTitle,
    path: run.path,
    event: "workflow_dispatch",
    head_branch: branch,
    head_sha: run.headSha,
    run_number: run.number,
    run_attempt: attempt.number,
    status: attempt.status,
    conclusion: attempt.conclusion,
    workflow_id: run.workflowId,
    check_suite_id: run.suiteId,
    check_suite_node_id: nodeId("CheckSuite", repository.id, run.suiteId),
    actor: simpleUser(hub, theAccount(hub.state, run.actorId)),
    triggering_actor: simpleUser(hub, theAccount(hub.state, attempt.triggeringActorId)),
    created_at: run.createdAt,
    updated_at: attempt.updatedAt,
    run_started_at: attempt.startedAt,
    url,
    html_url: hub.urls.html(`/${name}/actions/runs/${run.id}`),
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${api}/check-suites/${run.suiteId}`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    previous_attempt_url: attempt.number === 1 ? null : `${url}/attempts/${attempt.number - 1}`,
    workflow_url: `${api}/actions/workflows/${run.workflowId}`,
    referenced_workflows: [],
    pull_requests: pullsAt(hub, repository, { branch, sha: run.headSha }),
    head_commit: await simpleCommit(hub, repository, run.headSha),
    repository: minimal,
    head_repository: minimal,
    head_repository_id: repository.id,
  };
}

/** For a run of a tag, GitHub puts the tag's name here. */
export function headBranch({ ref }: RunRecord): string | null {
  return branchOf(ref) ?? tagOf(ref) ?? null;
}
