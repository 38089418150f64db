import type { Hub } from "../hub.js";
import { fullName } from "../lookup.js";
import { nodeId } from "../node-id.js";
import type { ArtifactRecord } from "../records/actions.js";
import type { RepositoryRecord } from "../records/repository.js";
import type { Schema } from "./schemas.js";
import { headBranch } from "./workflow-run.js";

export const isExpired = (hub: Hub, { expiresAt }: ArtifactRecord): boolean => Date.parse(expiresAt) <= hub.clock();

export function artifactJson(hub: Hub, repository: RepositoryRecord, artifact: ArtifactRecord): Schema<"artifact"> {
  const url = hub.urls.api(`/repos/${fullName(hub.state, repository)}/actions/artifacts/${artifact.id}`);
  const run = repository.runs.get(artifact.runId);
  return {
    id: artifact.id,
    node_id: nodeId("Artifact", repository.id, artifact.id),
    name: artifact.name,
    size_in_bytes: artifact.size,
    url,
    archive_download_url: `${url}/zip`,
    expired: isExpired(hub, artifact),
    created_at: artifact.createdAt,
    updated_at: artifact.createdAt,
    expires_at: artifact.expiresAt,
    digest: artifact.digest,
    workflow_run:
      run === undefined
        ? null
        : {
            id: run.id,
            repository_id: repository.id,
            head_repository_id: repository.id,
            head_branch: headBranch(run) ?? "",
            head_sha: run.headSha,
          },
  };
}
