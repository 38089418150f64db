/** A count in a sentence: `one test`, `2 tests`. */
export function countOf(number: number, noun: string): string {
  return number === 1 ? `one ${noun}` : `${number} ${noun}s`;
}

/** The pronoun for such a count. */
export function itOrThem(number: number): string {
  return number === 1 ? "it" : "them";
}
