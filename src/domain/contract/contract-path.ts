import { canonicalJson } from "../hash.js";
import { accept, type Outcome, refuse } from "../refusal.js";

/** A parsed place in a contract: `error_surfaces.InvalidRate.when`, `assertions[0].check.signature`. */
export type ContractPath = readonly (string | number)[];

const SEGMENT = /(?:^|\.)([^.[\]]+)|\[(\d{1,4})\]/y;

/** List members are addressed by their `name`, or by their position in brackets. */
export function readContractPath(text: string): Outcome<ContractPath> {
  const segments: (string | number)[] = [];
  let end = 0;
  for (const match of text.matchAll(new RegExp(SEGMENT, "gy"))) {
    const [whole, name, index] = match;
    segments.push(name ?? Number(index));
    end += whole.length;
  }
  if (segments.length > 0 && typeof segments[0] === "string" && end === text.length) return accept(segments);
  return refuse(
    "path-unreadable",
    `"${text}" is no place in a contract; write it like inputs.email.type or effects[0]`,
  );
}

/** The value at a place; undefined when there is none. */
export function memberAt(value: unknown, path: ContractPath): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return value;
  const key = keyOf(value, head);
  const member = key === undefined ? undefined : (value as Record<string | number, unknown>)[key];
  return member === undefined ? undefined : memberAt(member, rest);
}

/** The value as a person reads it and an amendment spells it: text as it is, anything else as JSON. */
export function textAtPath(value: unknown, path: ContractPath): string | undefined {
  const member = memberAt(value, path);
  return member === undefined ? undefined : textOfMember(member);
}

export function textOfMember(member: unknown): string {
  return typeof member === "string" ? member : canonicalJson(member);
}

/** The key under which an object or list has what a path names; undefined when it has no such member. */
export function keyOf(value: unknown, segment: string | number): string | number | undefined {
  if (Array.isArray(value)) {
    if (typeof segment === "number") return segment < value.length ? segment : undefined;
    const index = value.findIndex((member) => isRecord(member) && member["name"] === segment);
    return index === -1 ? undefined : index;
  }
  return isRecord(value) && typeof segment === "string" && Object.hasOwn(value, segment) ? segment : undefined;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
