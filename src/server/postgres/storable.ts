/** A text as PostgreSQL can keep it: none of its types has a place for U+0000, nor has its JSON one for half a character. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", "\uFFFD");
}
