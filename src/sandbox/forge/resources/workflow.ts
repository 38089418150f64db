import type { Hub } from "../hub.js";
import { fullName } from "../lookup.js";
import { nodeId } from "../node-id.js";
import type { Workflow } from "../operations/actions/discover-workflows.js";
import type { RepositoryRecord } from "../records/repository.js";
import type { Schema } from "./schemas.js";

export function workflowJson(hub: Hub, repository: RepositoryRecord, workflow: Workflow): Schema<"workflow"> {
  const { record, name, isDeleted } = workflow;
  const repo = fullName(hub.state, repository);
  const file = record.path.slice(record.path.lastIndexOf("/") + 1);
  return {
    id: record.id,
    node_id: nodeId("Workflow", repository.id, record.id),
    name,
    path: record.path,
    state: isDeleted ? "deleted" : record.isDisabled ? "disabled_manually" : "active",
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    url: hub.urls.api(`/repos/${repo}/actions/workflows/${record.id}`),
    html_url: hub.urls.html(`/${repo}/blob/${repository.defaultBranch}/${record.path}`),
    badge_url: hub.urls.html(`/${repo}/actions/workflows/${file}/badge.svg`),
  };
}
