import type { z } from "zod";

const TYPE_WORDS: Readonly<Record<string, string>> = { string: "text", array: "a list", object: "an object" };

/** A zod issue as the end of a sentence about the field: "is missing", "must be a list", "must look like TSK-001". */
export function complaintOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code !== "invalid_type") return issue.message;
  if (valueAt(value, issue.path) === undefined) return "is missing";
  return `must be ${TYPE_WORDS[issue.expected] ?? issue.expected}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, segment) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, segment) : undefined),
    value,
  );
}
