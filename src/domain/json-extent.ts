/** The most values that a JSON text may hold, and the deepest nesting. */
export type JsonExtent = { readonly values: number; readonly depth: number };

/** Counted in the bytes, before parsing: a few megabytes of brackets become a gigabyte of lists. */
export function jsonExtent(bytes: Uint8Array): JsonExtent {
  let values = 1;
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    switch (bytes[index]) {
      case QUOTE:
        index = endOfText(bytes, index + 1);
        break;
      case COMMA:
        values += 1;
        break;
      case LIST_OPENS:
      case OBJECT_OPENS:
        values += 1;
        depth += 1;
        deepest = Math.max(deepest, depth);
        break;
      case LIST_CLOSES:
      case OBJECT_CLOSES:
        depth -= 1;
    }
  }
  return { values, depth: deepest };
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const LIST_OPENS = 0x5b;
const LIST_CLOSES = 0x5d;
const OBJECT_OPENS = 0x7b;
const OBJECT_CLOSES = 0x7d;

function endOfText(bytes: Uint8Array, from: number): number {
  let index = from;
  while (index < bytes.length && bytes[index] !== QUOTE) index += bytes[index] === BACKSLASH ? 2 : 1;
  return index;
}
