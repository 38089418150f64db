import type { RoleInput } from "../../domain/artifacts/visibility.js";

/** Values that differ in every run without changing a question. Each is replaced by its name. */
const UNSTEADY: readonly (readonly [RegExp, string])[] = [
  [/<<<DATA \S+ /g, "<<<DATA "],
  [/DATA \S+ END>>>/g, "DATA END>>>"],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "<instant>"],
  [/\b[0-9a-f]{40}\b/g, "<sha>"],
  [/\b([A-Z]{2,8})-[0-9a-f]{8}\b/g, "$1-<id>"],
];

/**
 * Measurements, by the text around them: a gate's duration, a module's similarity. The same numbers elsewhere are part
 * of a request.
 */
const MEASURED: Readonly<Partial<Record<RoleInput, readonly [RegExp, string]>>> = {
  "gate-results": [/\b\d+(?:\.\d+)? ?m?s\b/g, "<duration>"],
  "code-index-results": [/\bsimilarity \d\.\d+/g, "similarity <score>"],
};

/**
 * A text without fence boundaries, instants, git object names, artifact ids and measurements, because these differ in
 * every run.
 */
export function steadyText(input: RoleInput, text: string): string {
  const measured = MEASURED[input];
  const unsteady = measured === undefined ? UNSTEADY : [...UNSTEADY, measured];
  return unsteady.reduce((steady, [pattern, name]) => steady.replace(pattern, name), text);
}
