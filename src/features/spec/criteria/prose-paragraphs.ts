const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
/** Headings, quotes, tables, rules and HTML are no sentences of the author's. */
const OTHER = /^\s{0,3}(?:#|>|\||<|(?:[-*_]\s*){3,}$)/;

/** The paragraphs of a Markdown text as single lines, without lists, code, quotes, headings and comments. */
export function proseParagraphs(markdown: string): string[] {
  const paragraphs: string[][] = [[]];
  let fence: string | undefined;
  let inList = false;
  for (const line of markdown.replace(COMMENT, "").split(/\r\n?|\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true) fence = undefined;
      continue;
    }
    fence = mark;
    // As `listItems` reads it: an item goes on in indented lines.
    inList = LIST_ITEM.test(line) || (inList && /^\s+\S/.test(line));
    const isProse =
      mark === undefined && !inList && line.trim() !== "" && !OTHER.test(line) && !/^(?: {4}|\t)/.test(line);
    if (isProse) paragraphs.at(-1)?.push(line.trim());
    else paragraphs.push([]);
  }
  return paragraphs.filter((lines) => lines.length > 0).map((lines) => lines.join(" "));
}
