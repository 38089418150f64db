/** Workflows of the default branch, and their dispatch. */
import { z } from "zod";
import { acting, param, type RepositoryCall, readBody } from "../http/call.js";
import { notFound, unprocessable } from "../http/errors.js";
import { pageOf } from "../http/pagination.js";
import { noContent, ok, type Reply, reply } from "../http/reply.js";
import { repositoryRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { fullName } from "../lookup.js";
import { discoverWorkflows, findWorkflow, type Workflow } from "../operations/actions/discover-workflows.js";
import { dispatchWorkflow } from "../operations/actions/dispatch-workflow.js";
import { workflowJson } from "../resources/workflow.js";

export const READ_ACTIONS = { permissions: ["actions:read"], role: "read" } as const;
export const WRITE_ACTIONS = { permissions: ["actions:write"], role: "write" } as const;

export const workflowsRoutes: readonly Route[] = [
  repositoryRoute("GET /repos/{owner}/{repo}/actions/workflows", READ_ACTIONS, async (call) => {
    const { hub, repository } = call;
    const all = await discoverWorkflows(hub, repository);
    const page = pageOf(call, all);
    const workflows = page.items.map((workflow) => workflowJson(hub, repository, workflow));
    return reply(200, { total_count: all.length, workflows }, page.headers);
  }),
  repositoryRoute("GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}", READ_ACTIONS, async (call) =>
    ok(workflowJson(call.hub, call.repository, await theWorkflow(call))),
  ),
  repositoryRoute("PUT /repos/{owner}/{repo}/actions/workflows/{workflow_id}/disable", WRITE_ACTIONS, (call) =>
    setDisabled(call, true),
  ),
  repositoryRoute("PUT /repos/{owner}/{repo}/actions/workflows/{workflow_id}/enable", WRITE_ACTIONS, (call) =>
    setDisabled(call, false),
  ),
  repositoryRoute("POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches", WRITE_ACTIONS, dispatch),
];

export async function theWorkflow(call: RepositoryCall): Promise<Workflow> {
  const workflow = await findWorkflow(call.hub, call.repository, param(call, "workflow_id"));
  if (workflow === undefined) throw notFound();
  return workflow;
}

async function setDisabled(call: RepositoryCall, isDisabled: boolean): Promise<Reply> {
  const { record } = await theWorkflow(call);
  record.isDisabled = isDisabled;
  record.updatedAt = call.hub.now();
  return noContent();
}

const Dispatch = z.looseObject({
  ref: z.string().min(1),
  inputs: z.record(z.string(), z.unknown()).default({}),
  return_run_details: z.boolean().optional(),
});

/** Here, unlike elsewhere, GitHub refuses a key that it does not know. */
function refuseUnknownKey(call: RepositoryCall): void {
  const { returnsRunDetails } = call.hub.profile;
  if (!returnsRunDetails && readBody(call, Dispatch).return_run_details !== undefined)
    throw unprocessable('Invalid request.\n\n"return_run_details" is not a permitted key.');
}

async function dispatch(call: RepositoryCall): Promise<Reply> {
  const { hub, repository } = call;
  const workflow = await theWorkflow(call);
  if (workflow.isDeleted) throw notFound();
  const { ref, inputs, return_run_details = false } = readBody(call, Dispatch);
  refuseUnknownKey(call);
  const run = await dispatchWorkflow(hub, acting(call), { repository, workflow, ref, inputs });
  if (!return_run_details) return noContent();
  const name = fullName(hub.state, repository);
  return ok({
    workflow_run_id: run.id,
    run_url: hub.urls.api(`/repos/${name}/actions/runs/${run.id}`),
    html_url: hub.urls.html(`/${name}/actions/runs/${run.id}`),
  });
}
