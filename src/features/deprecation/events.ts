import { z } from "zod";
import { Digest, ModuleRef } from "../../domain/ids.js";
import { event } from "../../engine/event-schema.js";
import { PendingComment } from "../inbox/pending-comment.js";
import { DeprecationOrder } from "./deprecation-state.js";

export const DEPRECATION_EVENTS = [
  event("deprecation-ordered", { order: DeprecationOrder }),
  event("deprecation-prepared", { module_ref: ModuleRef, digest: Digest, downstream: z.array(ModuleRef) }),
  event("deprecation-refused", { module_ref: ModuleRef, note: PendingComment }),
  event("deprecation-merged", { module_ref: ModuleRef, note: PendingComment }),
] as const;
