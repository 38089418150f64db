/** A promise about what the module does. What callers must do is no promise of the module's. */
const PROMISE = /(?<!^|must |should |may )\b(?:always|never)\b|\b(?:guarantees?|guaranteed|ensures?|ensured)\b/i;

/**
 * Sentences of `modes.notes` that promise something. Notes make no clause, so nothing would show that they hold
 * (decisions.md#clauses-are-derived).
 */
export function promisedNotes(notes: string): string[] {
  return notes
    .split(/(?<=[.;!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => PROMISE.test(sentence));
}
