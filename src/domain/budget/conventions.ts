import { z } from "zod";
import { nonBlank } from "../config/non-blank.js";
import { PathPattern, patternMatcher } from "../config/path-pattern.js";
import { TaskId } from "../ids.js";

/** A habit that a reviewer saw in approved work (seed 001, convention learning). */
export const ObservedPattern = z.strictObject({
  name: nonBlank(100),
  pattern: nonBlank(500),
  applies_to: PathPattern,
});
export type ObservedPattern = z.infer<typeof ObservedPattern>;

/** The same, with the tasks whose approved reviews named it. */
export const Convention = ObservedPattern.extend({ seen_in: z.array(TaskId).min(1) });
export type Convention = z.infer<typeof Convention>;

/** `.factory/conventions.yml` (RULES, what roles see). */
export const Conventions = z.strictObject({ schema_version: z.literal(1), conventions: z.array(Convention) });
export type Conventions = z.infer<typeof Conventions>;

/** Adds what an approved review saw. A known name for the same files gains a witness; its first wording stays. */
export function accumulateConventions(
  known: readonly Convention[],
  observed: readonly ObservedPattern[],
  task: TaskId,
): Convention[] {
  const byKey = new Map(known.map((convention) => [keyOf(convention), convention]));
  for (const pattern of observed) {
    const key = keyOf(pattern);
    const before = byKey.get(key) ?? { ...pattern, seen_in: [] };
    byKey.set(key, { ...before, seen_in: [...new Set([...before.seen_in, task])] });
  }
  return [...byKey.values()];
}

/** Those that speak of one of the files, the most often seen first. */
export function applicableConventions(conventions: readonly Convention[], files: readonly string[]): Convention[] {
  return conventions
    .filter((convention) => files.some(patternMatcher([convention.applies_to])))
    .toSorted((a, b) => b.seen_in.length - a.seen_in.length);
}

function keyOf({ name, applies_to }: ObservedPattern): string {
  return JSON.stringify([name.trim().toLowerCase(), applies_to]);
}
