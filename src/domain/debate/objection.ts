import type { Challenge, Failure } from "./challenge.js";

/** An objection that was raised in two consecutive rounds. */
export type RepeatedObjection = { readonly first: Failure; readonly again: Failure };

/**
 * The share of common words that makes two objections the same. It is high, because a premature halt costs a person's
 * time.
 */
const SAME_OBJECTION_OVERLAP = 0.8;

/**
 * Finds an objection that was raised twice in a row: the debate does not converge, and another revision would not help
 * (requirements.md#convergence).
 */
export function repeatedObjections(
  previous: Pick<Challenge, "failures">,
  current: Pick<Challenge, "failures">,
): RepeatedObjection[] {
  return current.failures.flatMap((again) => {
    const first = previous.failures.find((failure) => isSameObjection(failure, again));
    return first === undefined ? [] : [{ first, again }];
  });
}

/** An invariant of this length is an objection by itself. A shorter one ("Test coverage") only names a topic. */
const SPECIFIC_INVARIANT_WORDS = 4;

/**
 * Two objections are the same if they have the same scope and either the same specific invariant or nearly the same
 * words for what is broken and must change.
 */
export function isSameObjection(one: Failure, other: Failure): boolean {
  if (one.scope !== other.scope) return false;
  if (one.scope === "UPSTREAM" && other.scope === "UPSTREAM" && one.target_module !== other.target_module) return false;
  const invariant = contentWords(one.invariant);
  if (invariant.size >= SPECIFIC_INVARIANT_WORDS && overlap(invariant, contentWords(other.invariant)) === 1)
    return true;
  return overlap(objectionWords(one), objectionWords(other)) >= SAME_OBJECTION_OVERLAP;
}

function objectionWords({ invariant, required_change }: Failure): Set<string> {
  return contentWords(`${invariant} ${required_change}`);
}

const STOP_WORDS = new Set(
  `a an and are as at be been but by can do does for from has have if in into is it its may must of on or shall should so
  that the their then there this to was when which will with`.split(/\s+/),
);

/** Case, punctuation, plurals, word order and line numbers are ignored. */
function contentWords(text: string): Set<string> {
  const unnumbered = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\blines?\s+\d+(?:\s*[-–]\s*\d+)?|:\d+(?::\d+)?/g, " ");
  const words = unnumbered.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return new Set(words.filter((word) => !STOP_WORDS.has(word)).map((word) => word.replace(/(?<=\p{L}{3})s$/u, "")));
}

/** Shared words divided by all words (Jaccard). Two empty texts share nothing. */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared === 0 ? 0 : shared / (one.size + other.size - shared);
}
