import { z } from "zod";
import { event } from "../../engine/event-schema.js";
import { ProductRequest } from "./product-request.js";

export const REQUEST_EVENTS = [
  event("product-requested", { repository_id: z.int().positive(), request: ProductRequest }),
  /** Ended before the project started. */
  event("request-withdrawn", { by: z.string().min(1) }),
] as const;
