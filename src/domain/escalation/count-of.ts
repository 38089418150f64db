/** `one test`, `2 tests`: a count as a sentence says it. */
export function countOf(number: number, noun: string): string {
  return number === 1 ? `one ${noun}` : `${number} ${noun}s`;
}
