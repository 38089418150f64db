/** Artifacts: listed, deleted, and downloaded from a URL that is valid for one minute. */
import { param, query, type RepositoryCall } from "../http/call.js";
import { GitHubError, notFound } from "../http/errors.js";
import { pageOf } from "../http/pagination.js";
import { noContent, ok, type Reply, redirect, reply } from "../http/reply.js";
import { repositoryRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { artifactsOf, removeArtifact } from "../operations/actions/store-artifact.js";
import type { ArtifactRecord } from "../records/actions.js";
import { artifactJson, isExpired } from "../resources/artifact.js";
import { theRun } from "./workflow-runs.js";
import { READ_ACTIONS, WRITE_ACTIONS } from "./workflows.js";

export const artifactsRoutes: readonly Route[] = [
  repositoryRoute("GET /repos/{owner}/{repo}/actions/artifacts", READ_ACTIONS, (call) =>
    listArtifacts(call, [...call.repository.artifacts.values()]),
  ),
  repositoryRoute("GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts", READ_ACTIONS, (call) =>
    listArtifacts(call, artifactsOf({ repository: call.repository, run: theRun(call) })),
  ),
  repositoryRoute("GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}", READ_ACTIONS, (call) =>
    ok(artifactJson(call.hub, call.repository, theArtifact(call))),
  ),
  repositoryRoute("GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}", READ_ACTIONS, download),
  repositoryRoute("DELETE /repos/{owner}/{repo}/actions/artifacts/{artifact_id}", WRITE_ACTIONS, async (call) => {
    removeArtifact(call.hub, call.repository, theArtifact(call));
    return noContent();
  }),
];

function theArtifact(call: RepositoryCall): ArtifactRecord {
  const artifact = call.repository.artifacts.get(Number(param(call, "artifact_id")));
  if (artifact === undefined) throw notFound();
  return artifact;
}

/** Newest first. */
function listArtifacts(call: RepositoryCall, all: readonly ArtifactRecord[]): Reply {
  const { hub, repository } = call;
  const name = query(call, "name");
  const requested = all.filter((artifact) => name === undefined || artifact.name === name).reverse();
  const page = pageOf(call, requested);
  const artifacts = page.items.map((artifact) => artifactJson(hub, repository, artifact));
  return reply(200, { total_count: requested.length, artifacts }, page.headers);
}

/** Downloads need authentication, even in a public repository. */
function download(call: RepositoryCall): Reply {
  const { hub, caller } = call;
  if (caller.kind === "anonymous") throw new GitHubError(401, "You must have the actions scope to download artifacts.");
  const artifact = theArtifact(call);
  if (param(call, "archive_format") !== "zip") throw notFound();
  if (isExpired(hub, artifact)) throw new GitHubError(410, "Artifact has expired");
  const read = async () => ({
    body: Buffer.from(await hub.files.readArtifact(artifact.id)),
    contentType: "application/zip",
  });
  return redirect(302, hub.downloads.link(`${artifact.name}.zip`, read));
}
