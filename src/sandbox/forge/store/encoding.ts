/** Values of the state as JSON. Maps and Sets become tagged arrays. */

/**
 * A replacer visits every value. It is therefore used only where a Map or Set may be: in the value itself or in one of
 * its fields, never deeper.
 */
export function encode(value: unknown): string {
  return isCollection(value) || (isRecord(value) && Object.values(value).some(isCollection))
    ? JSON.stringify(value, (_key, part: unknown) => tagged(part))
    : JSON.stringify(value);
}

const isCollection = (value: unknown) => value instanceof Map || value instanceof Set;
const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function tagged(part: unknown): unknown {
  if (part instanceof Map) return { "#map": [...part] };
  if (part instanceof Set) return { "#set": [...part] };
  return part;
}

/** A reviver visits every value. It is therefore used only where a tag may be. */
export function decode(text: string): unknown {
  return text.includes('{"#') ? JSON.parse(text, (_key, part: unknown) => untagged(part)) : JSON.parse(text);
}

function untagged(part: unknown): unknown {
  if (typeof part !== "object" || part === null) return part;
  if ("#map" in part && Array.isArray(part["#map"])) return new Map(part["#map"] as [unknown, unknown][]);
  if ("#set" in part && Array.isArray(part["#set"])) return new Set(part["#set"] as unknown[]);
  return part;
}
