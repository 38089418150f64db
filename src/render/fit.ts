/** GitHub's limit on comments, reviews, issue and pull request bodies (GITHUB, limits). Counted in UTF-16 units, the stricter way. */
export const BODY_LIMIT = 65_536;

/** A part of a text that may be left out as a whole, and the line that then says so. */
export type Part = { readonly text: string; readonly whenLeftOut: string };

/**
 * Controls first, then as many parts as fit, in order. What does not fit is named, never cut in the middle. The head must
 * fit by itself: it holds what a person needs to act.
 */
export function fitParts(head: string, parts: readonly Part[], limit: number = BODY_LIMIT): string {
  const notes = parts.reduce((length, part) => length + part.whenLeftOut.length + 2, 0);
  if (head.length + notes > limit)
    throw new RangeError(`the head of a text has ${head.length} characters; at most ${limit - notes} fit`);
  let text = head;
  let reserved = notes;
  for (const part of parts) {
    reserved -= part.whenLeftOut.length + 2;
    const fits = text.length + 2 + part.text.length + reserved <= limit;
    text += `\n\n${fits ? part.text : part.whenLeftOut}`;
  }
  return text;
}
