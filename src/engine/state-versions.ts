import { z } from "zod";
import { FactoryEvent } from "./event.js";
import { FactoryState } from "./factory-state.js";

/** Where the first version of the state kept its events. */
export const EVENTS_PATH_V1 = ".factory/intents.yml";

/** Kinds of events that had other names in the first or the second version. */
const OLDER_KINDS: Readonly<Record<string, string>> = {
  "hand-noticed": "manual-change-detected",
  "remark-noticed": "remark-received",
  "work-moved": "work-updated",
  "project-moved": "project-updated",
  "interface-change-moved": "interface-change-updated",
  "exception-raised": "interface-change-raised",
  "calls-paid": "calls-charged",
};

const StateV1 = z.looseObject({ schema_version: z.literal(1), inbox: z.looseObject({ owed: z.unknown() }) });
const StateV2 = z.looseObject({
  schema_version: z.literal(2),
  work: z.record(z.string(), z.unknown()).optional(),
  interface_changes: z.record(z.string(), z.looseObject({ stage: z.unknown() })).optional(),
});
const WorkV2 = z.looseObject({ modules: z.array(z.looseObject({ step: z.unknown() })) });
const AskedV2 = z.looseObject({ move: z.string() });
const EventV2 = z.looseObject({ kind: z.string(), move: z.unknown().optional() });

/** A state file of this version or of an older one, converted to this version. */
export const StoredState = z.preprocess((file) => thirdVersion(secondVersion(file)), FactoryState);

/** The events of one state commit, converted likewise. */
export const StoredEvents = z.preprocess(upgradeEvents, FactoryEvent.array().min(1));

/** The inbox had another word for pending comments. */
function secondVersion(file: unknown): unknown {
  const read = StateV1.safeParse(file);
  if (!read.success) return file;
  const { owed, ...inbox } = read.data.inbox;
  return { ...read.data, schema_version: 2, inbox: { ...inbox, pending: owed } };
}

/** What a role was asked for had another word. */
function thirdVersion(file: unknown): unknown {
  const read = StateV2.safeParse(file);
  if (!read.success) return file;
  const { work, interface_changes, ...rest } = read.data;
  return {
    ...rest,
    schema_version: 3,
    ...(work === undefined ? {} : { work: mapValues(work, upgradeWork) }),
    ...(interface_changes === undefined
      ? {}
      : { interface_changes: mapValues(interface_changes, (one) => ({ ...one, stage: withActivity(one.stage) })) }),
  };
}

/** The work of one task, which is in the state or, when the task has ended, in a file. */
export function upgradeWork(work: unknown): unknown {
  const read = WorkV2.safeParse(work);
  if (!read.success) return work;
  return { ...read.data, modules: read.data.modules.map((one) => ({ ...one, step: withActivity(one.step) })) };
}

export function upgradeEvents(file: unknown): unknown {
  return Array.isArray(file) ? file.map(upgradeEvent) : file;
}

/** An event of a task's work, of the project or of an interface change had another word for the event inside it. */
function upgradeEvent(event: unknown): unknown {
  const read = EventV2.safeParse(event);
  if (!read.success) return event;
  const { kind, move, ...rest } = read.data;
  const renamed = { kind: OLDER_KINDS[kind] ?? kind, ...rest };
  if (move === undefined) return renamed;
  // Inside such an event is another one, of a written answer also with what the role was asked for.
  return typeof move === "string" ? { ...renamed, activity: move } : { ...renamed, event: upgradeEvent(move) };
}

function withActivity(asked: unknown): unknown {
  const read = AskedV2.safeParse(asked);
  if (!read.success) return asked;
  const { move, ...rest } = read.data;
  return { ...rest, activity: move };
}

function mapValues<V>(record: Readonly<Record<string, V>>, change: (value: V) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
