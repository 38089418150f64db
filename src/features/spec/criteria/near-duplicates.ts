import { wordsOf } from "./words.js";

/** The share of common words from which two subtasks count as one (requirements.md#spec-completeness, 13, leaves it open). */
export const NEAR_DUPLICATE_OVERLAP = 0.8;

/** Words that change no meaning here: "create a login form" and "create the login form" are one subtask. */
const FILLERS = new Set(
  "a an the of in on at to for from with by as and or is are be it its this that all any each every please then also so".split(
    " ",
  ),
);

/** Jaccard overlap of the words that carry meaning; two texts of fillers alone are compared by all their words. */
export function wordOverlap(one: string, other: string): number {
  const a = meaningfulWords(one);
  const b = meaningfulWords(other);
  const shared = [...a].filter((word) => b.has(word)).length;
  const all = a.size + b.size - shared;
  return all === 0 ? 1 : shared / all;
}

export function isNearDuplicate(one: string, other: string): boolean {
  return wordOverlap(one, other) >= NEAR_DUPLICATE_OVERLAP;
}

function meaningfulWords(text: string): Set<string> {
  const words = wordsOf(text);
  const meaningful = words.filter((word) => !FILLERS.has(word));
  return new Set(meaningful.length > 0 ? meaningful : words);
}
