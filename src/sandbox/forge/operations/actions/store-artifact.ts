/** Artifacts: one per name and run, kept for 90 days unless the step sets fewer. */
import { createHash } from "node:crypto";
import { messageOf } from "../../../../domain/errors.js";
import { accept, type Outcome, refuse } from "../../../../domain/refusal.js";
import type { ArtifactUpload, StoredArtifact } from "../../../runner/host.js";
import { instant } from "../../clock.js";
import type { Hub } from "../../hub.js";
import type { ArtifactRecord } from "../../records/actions.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { current, type OfRun } from "./attempt.js";

const RETENTION_DAYS = 90;
const DAY_MS = 86_400_000;

export function artifactsOf({ repository, run }: OfRun): ArtifactRecord[] {
  return run.artifactIds.flatMap((id) => repository.artifacts.get(id) ?? []);
}

export async function storeArtifact(hub: Hub, of: OfRun, upload: ArtifactUpload): Promise<Outcome<StoredArtifact>> {
  const { name, zip, overwrite } = upload;
  const same = artifactsOf(of).find((artifact) => artifact.name === name);
  if (same !== undefined && !overwrite) {
    return refuse(
      "artifact-exists",
      `an artifact with the name ${name} already exists on this run: choose another name or set overwrite`,
    );
  }
  if (same !== undefined) removeArtifact(hub, of.repository, same);
  const days = Math.min(upload.retentionDays ?? RETENTION_DAYS, RETENTION_DAYS);
  const artifact: ArtifactRecord = {
    id: hub.nextId(),
    runId: of.run.id,
    name,
    size: zip.byteLength,
    digest: `sha256:${createHash("sha256").update(zip).digest("hex")}`,
    createdAt: hub.now(),
    expiresAt: instant(hub.clock() + days * DAY_MS),
  };
  await hub.files.writeArtifact(artifact.id, zip);
  of.repository.artifacts.set(artifact.id, artifact);
  current(of).artifactIds.push(artifact.id);
  return accept({ id: artifact.id, name });
}

/**
 * The file is removed after the removal of its record is saved. A kill in between must not leave a record without a
 * file.
 */
export function removeArtifact(hub: Hub, repository: RepositoryRecord, artifact: ArtifactRecord): void {
  repository.artifacts.delete(artifact.id);
  const ids = repository.runs.get(artifact.runId)?.artifactIds ?? [];
  const index = ids.indexOf(artifact.id);
  if (index !== -1) ids.splice(index, 1);
  hub
    .saved()
    .then(() => hub.files.removeArtifact(artifact.id))
    .catch((error: unknown) => hub.log(`the file of artifact ${artifact.id} is still there: ${messageOf(error)}`));
}
