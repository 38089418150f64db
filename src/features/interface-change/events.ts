import { InterfaceChangeId } from "../../domain/artifacts/artifact-id.js";
import { event } from "../../engine/event-schema.js";
import { ChangeEvent } from "./rules/change-event.js";

/** Events of an interface change exception after it was raised. */
export const CHANGE_EVENTS = [
  event("interface-change-updated", { exception_id: InterfaceChangeId, event: ChangeEvent }),
] as const;
