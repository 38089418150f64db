import { canonicalJson } from "../domain/hash.js";

/** Where two JSON values are not the same: the paths of the smallest parts that differ, in order. */
export function differences(expected: unknown, found: unknown, path = ""): string[] {
  if (same(expected, found)) return [];
  if (!isBranch(expected) || !isBranch(found) || Array.isArray(expected) !== Array.isArray(found)) return [path || "."];
  const keys = [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort();
  return keys.flatMap((key) => differences(expected[key], found[key], path === "" ? key : `${path}.${key}`));
}

type Branch = Readonly<Record<string, unknown>>;

function isBranch(value: unknown): value is Branch {
  return typeof value === "object" && value !== null;
}

function same(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a === b;
  return canonicalJson(a) === canonicalJson(b);
}
