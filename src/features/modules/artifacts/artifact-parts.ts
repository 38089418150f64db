import { z } from "zod";
import { ContextPackId } from "../../../domain/artifacts/artifact-id.js";
import { ArtifactEnvelope } from "../../../domain/artifacts/envelope.js";
import { Producer } from "../../../domain/artifacts/producer.js";
import { TaskId } from "../../../domain/ids.js";

/** Who made a proposal, and from what. */
export const Made = z.strictObject({ by: Producer, context_pack_ref: ContextPackId.nullable() });
export type Made = z.infer<typeof Made>;

/** An artifact that another one replaces, and the task that it was made in. */
export const Replaced = z.strictObject({ task_id: TaskId, envelope: ArtifactEnvelope });
export type Replaced = z.infer<typeof Replaced>;
