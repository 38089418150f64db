import { z } from "zod";
import { nonBlank } from "../config/non-blank.js";
import { PathPattern, patternMatcher } from "../config/path-pattern.js";
import { TaskId } from "../ids.js";

/**
 * One path on two branches. On the default branch people write their own conventions, which the App never changes. On
 * the state branch the loop keeps what approved reviews observed (decisions.md#conventions).
 */
export const CONVENTIONS_PATH = ".factory/conventions.yml";

/**
 * The most conventions that are kept. The least often observed one is dropped first, the oldest of them before others.
 */
export const MAX_CONVENTIONS = 100;
/** The most tasks that are remembered for one convention. After twenty there is no need for more evidence. */
const MAX_WITNESSES = 20;

/** A habit that a reviewer observed in approved work (requirements.md#convention-learning). */
export const ObservedPattern = z.strictObject({
  name: nonBlank(100),
  pattern: nonBlank(500),
  applies_to: PathPattern,
});
export type ObservedPattern = z.infer<typeof ObservedPattern>;

/** A convention with the tasks whose approved reviews named it. A convention without tasks was written by a person. */
export const Convention = ObservedPattern.extend({ seen_in: z.array(TaskId).default([]) });
export type Convention = z.infer<typeof Convention>;

export const Conventions = z.strictObject({ schema_version: z.literal(1), conventions: z.array(Convention) });
export type Conventions = z.infer<typeof Conventions>;

/**
 * Adds what an approved review observed. A known name for the same files gains a task and keeps its first wording. The
 * same review adds nothing twice, and what a person wrote is never dropped.
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

/** Both lists as one. People's conventions come first and keep their wording, even if a review has the same name. */
export function withPeoples(peoples: readonly Convention[], seen: readonly Convention[]): Convention[] {
  const byKey = byName(peoples);
  for (const convention of seen) {
    const own = byKey.get(keyOf(convention));
    const merged = own === undefined ? convention : { ...own, seen_in: [...own.seen_in, ...convention.seen_in] };
    byKey.set(keyOf(convention), { ...merged, seen_in: witnesses(merged.seen_in) });
  }
  return [...byKey.values()];
}

/** The conventions that apply to one of the files, the most often observed first. */
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
