const BEGINNING = /(?<![^\s("'[])/;
/** `/etc/hosts`, `./misc`: it begins like a path. */
const ROOTED = /\.{0,2}\/[\w.-]+(?:\/[\w.-]+)*/;
/** `src/misc/tag.ts`: it ends like a file. */
const FILE = /[\w.-]{1,255}(?:\/[\w.-]{1,255}){0,50}\/[\w-]{1,255}(?:\.[a-z]\w*)+/;

const PATH = new RegExp(`${BEGINNING.source}(?:${ROOTED.source}|${FILE.source})`, "gi");

/**
 * A text without its paths, because their words are names. A slash alone makes no path: `better/faster` is two words.
 */
export function withoutPaths(text: string): string {
  return text.replace(PATH, " ");
}
