/** What is different in every run and changes nothing about a question: the name of each stands in its place. */
const UNSTEADY: readonly (readonly [RegExp, string])[] = [
  [/<<<DATA \S+ /g, "<<<DATA "],
  [/DATA \S+ END>>>/g, "DATA END>>>"],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "<instant>"],
  [/\b[0-9a-f]{40}\b/g, "<sha>"],
  [/\b([A-Z]{2,8})-[0-9a-f]{8}\b/g, "$1-<id>"],
  [/\b\d+(?:\.\d+)? ?m?s\b/g, "<duration>"],
];

/**
 * A text without fence boundaries, instants, git object names, artifact ids and durations, which no recording can have in
 * common with a later run.
 */
export function steadyText(text: string): string {
  return UNSTEADY.reduce((steady, [pattern, name]) => steady.replace(pattern, name), text);
}
