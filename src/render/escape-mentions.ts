/** A word joiner: invisible to readers, and prevents GitHub's reaction. */
const JOINER = "\u2060";

/**
 * Untrusted text without what makes GitHub notify people, close issues or link them to a commit: mentions, and
 * references in each of the spellings that a closing keyword may precede (GitHub's documentation, "Linking a pull
 * request to an issue").
 */
export function escapeMentions(text: string): string {
  return text
    .replace(/@(?=[\w-])/g, `@${JOINER}`)
    .replace(/#(?=\d)/g, `#${JOINER}`)
    .replace(/\bGH-(?=\d)/gi, `$&${JOINER}`)
    .replace(/\/(?:issues|pulls?|discussions)\/(?=\d)/gi, `$&${JOINER}`);
}

/** The original text, for places without such reactions, such as a terminal. */
export function restoreMentions(text: string): string {
  return text.replaceAll(JOINER, "");
}
