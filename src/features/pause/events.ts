import { z } from "zod";
import { event } from "../../engine/event-schema.js";

/** Paused or resumed before the project started. */
export const PAUSE_EVENTS = [
  event("request-paused", { by: z.string().min(1) }),
  event("request-resumed", { by: z.string().min(1) }),
] as const;
