import type { RoleInput } from "../../domain/artifacts/visibility.js";

/** What is different in every run and changes nothing about a question: the name of each stands in its place. */
const UNSTEADY: readonly (readonly [RegExp, string])[] = [
  [/<<<DATA \S+ /g, "<<<DATA "],
  [/DATA \S+ END>>>/g, "DATA END>>>"],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "<instant>"],
  [/\b[0-9a-f]{40}\b/g, "<sha>"],
  [/\b([A-Z]{2,8})-[0-9a-f]{8}\b/g, "$1-<id>"],
];

/** What machines measured, by what it stands in: how long a gate took, how near a module is. Everywhere else it is what somebody asked for. */
const MEASURED: Readonly<Partial<Record<RoleInput, readonly [RegExp, string]>>> = {
  "gate-results": [/\b\d+(?:\.\d+)? ?m?s\b/g, "<duration>"],
  "code-index-results": [/\bsimilarity \d\.\d+/g, "similarity <score>"],
};

/**
 * A text without fence boundaries, instants, git object names, artifact ids and measurements, which no recording can have in
 * common with a later run.
 */
export function steadyText(input: RoleInput, text: string): string {
  const measured = MEASURED[input];
  const unsteady = measured === undefined ? UNSTEADY : [...UNSTEADY, measured];
  return unsteady.reduce((steady, [pattern, name]) => steady.replace(pattern, name), text);
}
