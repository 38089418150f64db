import { z } from "zod";
import { SuiteAwaited } from "../../domain/validation/suite-awaited.js";
import { event } from "../../engine/event-schema.js";
import { PendingComment } from "../inbox/pending-comment.js";
import { ValidationState } from "./validation-state.js";

/** Events of a run of the whole suite on demand (decisions.md#the-suite-on-demand). */
export const VALIDATION_EVENTS = [
  event("validation-ordered", { order: ValidationState }),
  event("validation-requested", { run: SuiteAwaited }),
  event("validation-lost", { why: z.string().min(1) }),
  event("validation-concluded", { passed: z.boolean().nullable(), note: PendingComment }),
] as const;
