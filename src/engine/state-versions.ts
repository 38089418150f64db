import { z } from "zod";
import { FactoryEvent } from "./event.js";
import { FactoryState } from "./factory-state.js";

/** Where the first version of the state kept its events. */
export const EVENTS_PATH_V1 = ".factory/intents.yml";

/** Kinds of events that had other names in the first version. */
const KINDS_V1: Readonly<Record<string, string>> = {
  "hand-noticed": "manual-change-detected",
  "remark-noticed": "remark-received",
};

const StateV1 = z.looseObject({ schema_version: z.literal(1), inbox: z.looseObject({ owed: z.unknown() }) });
const EventsV1 = z.array(z.looseObject({ kind: z.string() }));

/** A state file of this version or of the first one, converted to this version. */
export const StoredState = z.preprocess(upgradeState, FactoryState);

/** The events of one state commit, converted likewise. */
export const StoredEvents = z.preprocess(upgradeEvents, FactoryEvent.array().min(1));

function upgradeState(file: unknown): unknown {
  const read = StateV1.safeParse(file);
  if (!read.success) return file;
  const { owed, ...inbox } = read.data.inbox;
  return { ...read.data, schema_version: 2, inbox: { ...inbox, pending: owed } };
}

export function upgradeEvents(file: unknown): unknown {
  const read = EventsV1.safeParse(file);
  if (!read.success) return file;
  return read.data.map((event) => ({ ...event, kind: KINDS_V1[event.kind] ?? event.kind }));
}
