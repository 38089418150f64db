import { z } from "zod";
import { event } from "../../engine/event-schema.js";
import { Remark, RemarkId } from "../halts/decision-state.js";
import { PendingComment } from "../inbox/pending-comment.js";

export const REMARK_EVENTS = [
  event("remark-received", { remark: Remark }),
  /** Remarks were considered, or cannot be any more. Either is answered once. */
  event("remarks-answered", { remarks: z.array(RemarkId).min(1), notes: z.array(PendingComment).min(1) }),
] as const;
