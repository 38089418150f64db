import { z } from "zod";
import { nonBlank } from "../config/non-blank.js";
import { PathPattern, patternMatcher } from "../config/path-pattern.js";
import { TaskId } from "../ids.js";

/**
 * One path on two branches: on the default branch people write down their own, which nothing here ever changes; on the
 * state branch the loop keeps what approved reviews saw (decisions.md#conventions).
 */
export const CONVENTIONS_PATH = ".factory/conventions.yml";

/** More than these are not kept: the least often seen makes room, the oldest of them first. */
export const MAX_CONVENTIONS = 100;
/** So many tasks are remembered for one; a habit seen in twenty needs no further witness. */
const MAX_WITNESSES = 20;

/** A habit that a reviewer saw in approved work (requirements.md#convention-learning). */
export const ObservedPattern = z.strictObject({
  name: nonBlank(100),
  pattern: nonBlank(500),
  applies_to: PathPattern,
});
export type ObservedPattern = z.infer<typeof ObservedPattern>;

/** The same, with the tasks whose approved reviews named it. One without a witness was written by a person. */
export const Convention = ObservedPattern.extend({ seen_in: z.array(TaskId).default([]) });
export type Convention = z.infer<typeof Convention>;

export const Conventions = z.strictObject({ schema_version: z.literal(1), conventions: z.array(Convention) });
export type Conventions = z.infer<typeof Conventions>;

/**
 * Adds what an approved review saw. A known name for the same files gains a witness; its first wording stays. The same
 * review once more adds nothing, and what a person wrote is never dropped.
 */
export function accumulateConventions(
  known: readonly Convention[],
  observed: readonly ObservedPattern[],
  task: TaskId,
): Convention[] {
  const byKey = byName(known);
  for (const pattern of observed) {
    const key = keyOf(pattern);
    const before = byKey.get(key) ?? { ...pattern, seen_in: [] };
    byKey.set(key, { ...before, seen_in: witnesses([...before.seen_in, task]) });
  }
  return bounded([...byKey.values()], new Set(observed.map(keyOf)));
}

/** Both lists as one: people's conventions come first and keep their wording, even if a review has the same. */
export function withPeoples(peoples: readonly Convention[], seen: readonly Convention[]): Convention[] {
  const byKey = byName(peoples);
  for (const convention of seen) {
    const own = byKey.get(keyOf(convention));
    const merged = own === undefined ? convention : { ...own, seen_in: [...own.seen_in, ...convention.seen_in] };
    byKey.set(keyOf(convention), { ...merged, seen_in: witnesses(merged.seen_in) });
  }
  return [...byKey.values()];
}

/** Those that speak of one of the files, the most often seen first. */
export function applicableConventions(conventions: readonly Convention[], files: readonly string[]): Convention[] {
  return conventions
    .filter((convention) => files.some(patternMatcher([convention.applies_to])))
    .toSorted((a, b) => b.seen_in.length - a.seen_in.length);
}

function byName(conventions: readonly Convention[]): Map<string, Convention> {
  return new Map(conventions.map((convention) => [keyOf(convention), convention]));
}

function witnesses(tasks: readonly TaskId[]): TaskId[] {
  return [...new Set(tasks)].slice(0, MAX_WITNESSES);
}

function bounded(conventions: readonly Convention[], fresh: ReadonlySet<string>): Convention[] {
  const surplus = conventions.length - MAX_CONVENTIONS;
  if (surplus <= 0) return [...conventions];
  const dropped = conventions
    .filter((convention) => convention.seen_in.length > 0 && !fresh.has(keyOf(convention)))
    .toSorted((a, b) => a.seen_in.length - b.seen_in.length)
    .slice(0, surplus);
  return conventions.filter((convention) => !dropped.includes(convention));
}

function keyOf({ name, applies_to }: ObservedPattern): string {
  return JSON.stringify([name.trim().toLowerCase(), applies_to]);
}
