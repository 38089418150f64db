import { z } from "zod";
import { EVENTS } from "../features/events.js";

/**
 * What has happened, in the past tense. Every state commit contains the events that caused it, so the history of the
 * state branch is the audit log and can be replayed.
 */
export const FactoryEvent = z.discriminatedUnion("kind", [...EVENTS]);
export type FactoryEvent = z.infer<typeof FactoryEvent>;
export type EventKind = FactoryEvent["kind"];
export type EventOf<K extends EventKind> = Extract<FactoryEvent, { kind: K }>;
