/** `one test`, `2 tests`: a count as a sentence says it. */
export function countOf(number: number, noun: string): string {
  return number === 1 ? `one ${noun}` : `${number} ${noun}s`;
}

/** What such a count is called by later in the sentence. */
export function itOrThem(number: number): string {
  return number === 1 ? "it" : "them";
}
