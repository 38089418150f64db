import { z } from "zod";
import { ExceptionId } from "../artifacts/artifact-id.js";
import { ChangeMove } from "../exceptions/change-move.js";
import { Instant } from "../ids.js";

/** What happened to one interface change exception after it was raised. */
export const CHANGE_INTENTS = [
  z.strictObject({
    kind: z.literal("interface-change-moved"),
    at: Instant,
    exception_id: ExceptionId,
    move: ChangeMove,
  }),
] as const;
