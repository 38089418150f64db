import { z } from "zod";
import { ExceptionId } from "../../domain/artifacts/artifact-id.js";
import { Instant } from "../../domain/ids.js";
import { ChangeEvent } from "./rules/change-event.js";

/** Events of an interface change exception after it was raised. */
export const CHANGE_EVENTS = [
  z.strictObject({
    kind: z.literal("interface-change-moved"),
    at: Instant,
    exception_id: ExceptionId,
    move: ChangeEvent,
  }),
] as const;
