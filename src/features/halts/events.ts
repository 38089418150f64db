import { z } from "zod";
import { Sha } from "../../domain/ids.js";
import { event } from "../../engine/event-schema.js";
import { PendingComment } from "../inbox/pending-comment.js";

/** Events about questions to people, besides the resolutions of tasks. */
export const HALT_EVENTS = [
  /** A card is to be posted, once. */
  event("person-asked", { note: PendingComment }),
  /**
   * A button under a check run was pressed. Its consequences are separate events. The role of the person was read when
   * the delivery arrived.
   */
  event("button-pressed", {
    button: z.enum(["retry", "pause", "continue", "rerun"]),
    by: z.strictObject({ login: z.string().min(1), type: z.string(), role: z.string().nullable() }),
    check: z.int().positive(),
    head: Sha,
    /** The branch of the check's head, if GitHub names it. */
    branch: z.string().min(1).exactOptional(),
    /** The digest of the delivery's body, by which a duplicate is recognised. Older events have the delivery's id. */
    delivery: z.string().min(1).exactOptional(),
  }),
  /** An ended task's pull request was observed as closed. It is not observed again. */
  event("pull-settled", { key: z.string().min(1) }),
] as const;
