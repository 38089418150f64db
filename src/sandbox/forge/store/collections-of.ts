import type { Key } from "./change.js";

/** The fields of a record that are Maps, by name. */
export function collectionsOf(record: object): [name: string, map: Map<Key, unknown>][] {
  return Object.entries(record).filter(([, value]) => value instanceof Map);
}
