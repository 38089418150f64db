import type { Hub } from "../hub.js";
import { fullName } from "../lookup.js";
import { nodeId } from "../node-id.js";
import type { JobRecord, RunRecord } from "../records/actions.js";
import type { RepositoryRecord } from "../records/repository.js";
import type { Schema } from "./schemas.js";
import { headBranch } from "./workflow-run.js";

export function workflowJobJson(
  hub: Hub,
  repository: RepositoryRecord,
  { run, job }: { readonly run: RunRecord; readonly job: JobRecord },
) {
  const name = fullName(hub.state, repository);
  const api = hub.urls.api(`/repos/${name}`);
  const isTaken = job.status !== "queued";
  return {
    id: job.id,
    run_id: run.id,
    run_url: `${api}/actions/runs/${run.id}`,
    run_attempt: job.attempt,
    node_id: nodeId("WorkflowJob", repository.id, job.id),
    head_sha: run.headSha,
    head_branch: headBranch(run),
    url: `${api}/actions/jobs/${job.id}`,
    html_url: hub.urls.html(`/${name}/actions/runs/${run.id}/job/${job.id}`),
    status: job.status,
    conclusion: job.conclusion,
    created_at: job.createdAt,
    started_at: job.startedAt,
    completed_at: job.completedAt,
    name: job.name,
    workflow_name: run.name,
    steps: job.steps.map((step) => ({
      number: step.number,
      name: step.name,
      status: step.status,
      conclusion: step.conclusion,
      started_at: step.startedAt,
      completed_at: step.completedAt,
    })),
    check_run_url: `${api}/check-runs/${job.id}`,
    labels: ["ubuntu-latest"],
    runner_id: isTaken ? 1 : null,
    runner_name: isTaken ? "local" : null,
    runner_group_id: isTaken ? 1 : null,
    runner_group_name: isTaken ? "Default" : null,
  } satisfies Schema<"job">;
}
