import { z } from "zod";
import { Instant } from "../domain/ids.js";

/** The schema of one kind of event: what has happened, and when. */
export const event = <K extends string, S extends z.core.$ZodLooseShape>(kind: K, payload: S) =>
  z.strictObject({ kind: z.literal(kind), at: Instant, ...payload });
