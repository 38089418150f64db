/** A text that PostgreSQL can store: without U+0000 and without half of a surrogate pair. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", "\uFFFD");
}
