import { z } from "zod";
import { ExceptionId } from "../../domain/artifacts/artifact-id.js";
import { Instant } from "../../domain/ids.js";
import { ChangeMove } from "./rules/change-move.js";

/** What happened to one interface change exception after it was raised. */
export const CHANGE_INTENTS = [
  z.strictObject({
    kind: z.literal("interface-change-moved"),
    at: Instant,
    exception_id: ExceptionId,
    move: ChangeMove,
  }),
] as const;
