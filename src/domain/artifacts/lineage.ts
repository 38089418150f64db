import semver from "semver";
import { type Bump, bumpVersion, highestVersion, INITIAL_VERSION } from "../contract/version.js";
import type { Instant, Version } from "../ids.js";
import { accept, type Outcome, refuse } from "../refusal.js";
import type { ArtifactId } from "./artifact-id.js";
import { ArtifactEnvelope } from "./envelope.js";
import type { Producer } from "./producer.js";
import { versionedRef } from "./versioned-ref.js";

/** What is new about a revision; the rest follows from the artifact that it revises. */
export type Revision = {
  readonly artifact_id: ArtifactId;
  readonly bump: Bump;
  readonly created_at: Instant;
  readonly created_by: Producer;
  readonly context_pack_ref: string | null;
};

/** Versions of one lineage only ever rise; the first is 1.0.0 (requirements.md#versions). */
export function checkNextVersion(lineage: readonly Version[], candidate: Version): Outcome<Version> {
  const highest = highestVersion(lineage);
  if (highest === undefined) {
    if (candidate === INITIAL_VERSION) return accept(candidate);
    return refuse("version-not-initial", `A new artifact starts at ${INITIAL_VERSION}, not ${candidate}.`, {
      candidate,
    });
  }
  if (semver.gt(candidate, highest)) return accept(candidate);
  return refuse(
    "version-not-monotonic",
    `${candidate} does not exceed ${highest}, the highest version of this artifact; versions only rise.`,
    { candidate, highest },
  );
}

/**
 * The next artifact of a lineage: a new id, the next version, DRAFT again, and the one before named as an input.
 * The one before is not touched: it stays CHALLENGED as the record of what was objected to
 * (decisions.md#a-revision-is-a-new-artifact), or SHIPPED until its successor ships.
 */
export function succeed(previous: ArtifactEnvelope, revision: Revision): Outcome<ArtifactEnvelope> {
  if (revision.artifact_id === previous.artifact_id) {
    return refuse("artifact-id-reused", `A new version of ${previous.artifact_id} needs an id of its own.`);
  }
  const notYet = whyNotSucceeded(previous);
  if (notYet !== undefined) return refuse("artifact-cannot-be-succeeded", `${previous.artifact_id}: ${notYet}.`);
  return accept(
    ArtifactEnvelope.parse({
      artifact_id: revision.artifact_id,
      artifact_type: previous.artifact_type,
      version: bumpVersion(previous.version, revision.bump),
      status: "DRAFT",
      created_at: revision.created_at,
      created_by: revision.created_by,
      context_pack_ref: revision.context_pack_ref,
      inputs: [
        { ref: versionedRef(previous.artifact_id, previous.version), purpose: "the version that this one succeeds" },
      ],
      outputs: [],
    }),
  );
}

function whyNotSucceeded({ status }: ArtifactEnvelope): string | undefined {
  if (status === "DRAFT") return "nobody has challenged it yet, so there is nothing to revise";
  if (status === "DEPRECATED") return "it is DEPRECATED and has a successor already; go on from that one";
  return undefined;
}
