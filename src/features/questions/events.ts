import { z } from "zod";
import { UsageLine } from "../../domain/artifacts/usage-ledger.js";
import { event } from "../../engine/event-schema.js";
import { UnderWay } from "./under-way.js";

export const QUESTION_EVENTS = [
  /**
   * A question is about to be put to a model. What its role is given is a file of the same commit. It also ends an
   * earlier run of the same question that was lost.
   */
  event("question-asked", {
    run_id: z.string().min(1),
    ...UnderWay.omit({ since: true }).shape,
    usage: z.array(UsageLine),
  }),
  /** The model was unavailable. The question stays open and is asked again by the job with this key. */
  event("question-postponed", { job: z.string().min(1), why: z.string().min(1), usage: z.array(UsageLine) }),
] as const;
