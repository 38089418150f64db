/** `workflow_run` and `workflow_job` events. */
import type { Acting } from "../../context.js";
import type { Hub } from "../../hub.js";
import type { JobRecord, RunRecord } from "../../records/actions.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { workflowJson } from "../../resources/workflow.js";
import { workflowJobJson } from "../../resources/workflow-job.js";
import { workflowRunJson } from "../../resources/workflow-run.js";
import { publish } from "../../webhooks/events.js";
import { findWorkflow } from "../actions/discover-workflows.js";

export async function announceRun(
  hub: Hub,
  acting: Acting,
  news: {
    readonly repository: RepositoryRecord;
    readonly run: RunRecord;
    readonly action: "requested" | "in_progress" | "completed";
  },
): Promise<void> {
  const { repository, run, action } = news;
  const payload = async () => {
    const workflow = await findWorkflow(hub, repository, String(run.workflowId));
    return {
      workflow_run: await workflowRunJson(hub, repository, { run }),
      workflow: workflow === undefined ? null : workflowJson(hub, repository, workflow),
    };
  };
  await publish(hub, acting, { name: "workflow_run", action, repository, payload });
}

export async function announceJob(
  hub: Hub,
  acting: Acting,
  news: {
    readonly repository: RepositoryRecord;
    readonly run: RunRecord;
    readonly job: JobRecord;
    readonly action: "queued" | "in_progress" | "completed";
  },
): Promise<void> {
  const { repository, run, job, action } = news;
  const payload = () => ({ workflow_job: workflowJobJson(hub, repository, { run, job }) });
  await publish(hub, acting, { name: "workflow_job", action, repository, payload });
}
