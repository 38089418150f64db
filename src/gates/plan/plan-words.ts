import type { z } from "zod";

/** The problem of one field in words for users. The schema library's messages are for programmers. */
export function planWords({ code, message, input, ...issue }: z.core.$ZodIssue): string {
  if (code === "invalid_type" && "expected" in issue) return typeWords(issue.expected, input);
  if (code === "unrecognized_keys" && "keys" in issue) return `has no field ${issue.keys.join(", ")}: remove it`;
  if (code === "too_small" && message.startsWith("Too small")) return "must not be empty";
  return message;
}

function typeWords(expected: string, input: unknown): string {
  const requested = withArticle(expected);
  return input === undefined ? `is missing: give ${requested}` : `must be ${requested}, not ${shown(input)}`;
}

function withArticle(type: string): string {
  return `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}

function shown(input: unknown): string {
  if (Array.isArray(input)) return "an array";
  if (typeof input === "object" && input !== null) return "an object";
  const text = JSON.stringify(input);
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}
