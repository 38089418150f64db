/** A word joiner: the same to read, and no longer what GitHub acts upon. */
const JOINER = "\u2060";

/**
 * Outside text without what makes GitHub notify people, close issues or tie them to a commit: mentions, and references in each
 * of the spellings that a closing word may stand before (GitHub's documentation, "Linking a pull request to an issue").
 */
export function escapeMentions(text: string): string {
  return text
    .replace(/@(?=[\w-])/g, `@${JOINER}`)
    .replace(/#(?=\d)/g, `#${JOINER}`)
    .replace(/\bGH-(?=\d)/gi, `$&${JOINER}`)
    .replace(/\/(?:issues|pulls?|discussions)\/(?=\d)/gi, `$&${JOINER}`);
}

/** As it was before, for whoever reads it where nothing is acted upon, such as at a terminal. */
export function undefuse(text: string): string {
  return text.replaceAll(JOINER, "");
}
