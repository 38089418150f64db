import { z } from "zod";
import { MeaningfulText } from "../contract/meaningful-text.js";
import { Instant, Version } from "../ids.js";
import { ArtifactId, ContextPackId } from "./artifact-id.js";
import { ArtifactStatus } from "./artifact-status.js";
import { ARTIFACT_PREFIXES, ArtifactType } from "./artifact-type.js";
import { contextPackProblem, Producer } from "./producer.js";
import { VersionedRef } from "./versioned-ref.js";

/** Something an artifact was made from, or led to, and what for. */
const EnvelopeRef = z.strictObject({ ref: VersionedRef, purpose: MeaningfulText });

/** The metadata of every artifact (requirements.md#artifact-envelope): its type, author, sources and status. */
export const ArtifactEnvelope = z
  .strictObject({
    artifact_id: ArtifactId,
    artifact_type: ArtifactType,
    version: Version,
    status: ArtifactStatus,
    created_at: Instant,
    created_by: Producer,
    context_pack_ref: ContextPackId.nullable(),
    inputs: z.array(EnvelopeRef),
    outputs: z.array(EnvelopeRef),
    notes: z.string().default(""),
  })
  .superRefine((envelope, context) => {
    const prefix = ARTIFACT_PREFIXES[envelope.artifact_type];
    if (!envelope.artifact_id.startsWith(`${prefix}-`)) {
      context.addIssue({
        code: "custom",
        path: ["artifact_id"],
        message: `the id of a ${envelope.artifact_type} starts with ${prefix}-`,
      });
    }
    const packProblem = contextPackProblem(envelope.created_by, envelope.context_pack_ref);
    if (packProblem !== undefined) {
      context.addIssue({ code: "custom", path: ["context_pack_ref"], message: packProblem });
    }
  });
export type ArtifactEnvelope = z.infer<typeof ArtifactEnvelope>;
