/**
 * GitHub's limit on comments, reviews, issue and pull request bodies (decisions.md#github-limits). Counted in UTF-16
 * units, the stricter way.
 */
export const BODY_LIMIT = 65_536;

/** A part of a text that may be left out as a whole, and the line that replaces it. */
export type Part = { readonly text: string; readonly whenLeftOut: string };

/** Most limits are in characters, a check run's summary is in bytes. */
export type Limit = number | { readonly bytes: number };

/**
 * Controls first, then as many parts as fit, in order. What does not fit is named, never cut in the middle. The head
 * must fit by itself: it has what a person needs to act.
 */
export function fitParts(head: string, parts: readonly Part[], limit: Limit = BODY_LIMIT): string {
  const [room, sizeOf] =
    typeof limit === "number"
      ? [limit, (text: string) => text.length]
      : [limit.bytes, (text: string) => Buffer.byteLength(text)];
  const notes = parts.reduce((size, part) => size + sizeOf(part.whenLeftOut) + 2, 0);
  if (sizeOf(head) + notes > room)
    throw new RangeError(`the head of a text has a size of ${sizeOf(head)}; at most ${room - notes} fits`);
  let text = head;
  let used = sizeOf(head);
  let reserved = notes;
  for (const part of parts) {
    reserved -= sizeOf(part.whenLeftOut) + 2;
    const fits = used + 2 + sizeOf(part.text) + reserved <= room;
    const added = fits ? part.text : part.whenLeftOut;
    text += `\n\n${added}`;
    used += 2 + sizeOf(added);
  }
  return text;
}

/** As many of equal items as fit, in order, with the number of missing ones at the end. */
export function fitItems(items: readonly string[], room: number, leftOut: (count: number) => string): string {
  const all = items.join("\n\n");
  if (all.length <= room) return all;
  const reserved = leftOut(items.length).length;
  let text = "";
  for (const [index, item] of items.entries()) {
    const next = `${text}${item}\n\n`;
    if (next.length + reserved > room) return `${text}${leftOut(items.length - index)}`;
    text = next;
  }
  return text;
}
