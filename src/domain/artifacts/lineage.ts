import { type Bump, bumpVersion } from "../contract/version.js";
import type { Instant } from "../ids.js";
import { accept, type Outcome, refuse } from "../refusal.js";
import type { ArtifactId } from "./artifact-id.js";
import { ArtifactEnvelope } from "./envelope.js";
import type { Producer } from "./producer.js";
import { versionedRef } from "./versioned-ref.js";

/** What is new in a revision. The rest follows from the artifact that it revises. */
export type Revision = {
  readonly artifact_id: ArtifactId;
  readonly bump: Bump;
  readonly created_at: Instant;
  readonly created_by: Producer;
  readonly context_pack_ref: string | null;
};

/**
 * Makes the next artifact of a lineage: a new id, the next version, DRAFT again, and the previous artifact as an input.
 * The previous artifact does not change: it stays CHALLENGED as the record of the objections
 * (decisions.md#a-revision-is-a-new-artifact), or SHIPPED until its successor ships.
 */
export function succeed(previous: ArtifactEnvelope, revision: Revision): Outcome<ArtifactEnvelope> {
  if (revision.artifact_id === previous.artifact_id) {
    return refuse("artifact-id-reused", `A new version of ${previous.artifact_id} needs an id of its own.`);
  }
  if (previous.status === "DEPRECATED") {
    return refuse("artifact-cannot-be-succeeded", `${previous.artifact_id} is DEPRECATED: go on from its successor.`);
  }
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
