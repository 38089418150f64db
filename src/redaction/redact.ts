import { mark } from "./mark.js";
import { createNeedleIndex, type Found, type NeedleIndex } from "./needle-index.js";
import { type Secret, SHORTEST_SECRET } from "./secret.js";
import { skeletonOf } from "./skeleton.js";
import { findFormats, TOKEN_FORMATS, type TokenFormat } from "./token-formats.js";

/** What to search for: known secrets, and formats of credentials. */
export type Sought = {
  readonly index: NeedleIndex;
  /** Secrets that a person chose. They may have more punctuation than letters. */
  readonly chosen: readonly Secret[];
  readonly formats: readonly TokenFormat[];
};

export function seek(secrets: readonly Secret[], formats: readonly TokenFormat[] = TOKEN_FORMATS): Sought {
  const index = createNeedleIndex();
  for (const secret of secrets) index.add(secret);
  const chosen = secrets.filter(({ random, value }) => !random && value.length >= SHORTEST_SECRET);
  return { index, chosen, formats };
}

/**
 * The text without secrets: known ones in any encoding, and those with the format of a credential. The result stays
 * readable, and redacting it again changes nothing (decisions.md#secrets-stay-out).
 */
export function redact(text: string, { index, chosen, formats }: Sought): string {
  const finds = [
    ...chosen.flatMap((secret) => occurrences(text, secret)),
    ...index.find(skeletonOf(text)),
    ...findFormats(text, formats),
  ];
  return finds.length === 0 ? text : mark(text, finds);
}

function occurrences(text: string, { name, value }: Secret): Found[] {
  const found: Found[] = [];
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) {
    found.push({ name, start: at, end: at + value.length });
  }
  return found;
}
