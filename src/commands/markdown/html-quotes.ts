import type { Block } from "./top-level-blocks.js";

/** HTML tags that show their content as a quote or as code. */
const QUOTING_TAG = /<(\/?)(?:blockquote|pre|code|samp|kbd|q|del|s|strike)(?=[\s/>])/gi;
const HTML_COMMENT = /<!--.*?(?:-->|$)/gs;

/**
 * For each block, whether a quoting HTML tag is open around it: Markdown between `<blockquote>` and `</blockquote>` is
 * parsed as ordinary paragraphs, but shown as a quote.
 */
export function quotedByHtml(blocks: readonly Block[]): boolean[] {
  let open = 0;
  return blocks.map(({ node }) => {
    const quoted = open > 0;
    if (node.type === "html") {
      for (const [, closing] of node.value.replace(HTML_COMMENT, "").matchAll(QUOTING_TAG)) {
        open = Math.max(0, open + (closing === "/" ? -1 : 1));
      }
    }
    return quoted;
  });
}
