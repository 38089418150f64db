import { z } from "zod";
import { Digest, ModuleRef, TaskId } from "../../domain/ids.js";
import { event } from "../../engine/event-schema.js";
import { PendingComment } from "../inbox/pending-comment.js";
import { Reverified } from "../interface-change/rules/interface-change.js";
import { DeprecationOrder } from "./deprecation-state.js";

export const DEPRECATION_EVENTS = [
  event("deprecation-ordered", { order: DeprecationOrder }),
  event("deprecation-prepared", { module_ref: ModuleRef, digest: Digest, downstream: z.array(ModuleRef) }),
  event("deprecation-refused", { module_ref: ModuleRef, note: PendingComment }),
  event("deprecation-consumers-found", { module_ref: ModuleRef, consumers: z.array(Reverified) }),
  /** The tasks that move its consumers were added; none if there is no project to add them to. */
  event("deprecation-migrated", { module_ref: ModuleRef, task_ids: z.array(TaskId) }),
  event("deprecation-merged", { module_ref: ModuleRef, note: PendingComment }),
] as const;
